/** A reply is tied to the one that it goes on from for as long as something is carried along, and no longer. */
import { expect, test } from 'vitest';
import { ThreadStore } from '../../src/simulation/threads.ts';
import { Link } from '../../src/wire/history/link.ts';
import type { MessageRequest } from '../../src/wire/message.ts';
import type { StoredReply } from '../../src/wire/history/thread.ts';

const created = { thread: { type: 'create' } } as MessageRequest;

const goingOnFrom = (id: string): MessageRequest =>
  ({ thread: { type: 'continue', previous_message_id: id } }) as MessageRequest;

const reply = (from?: StoredReply): StoredReply => ({
  messages: [],
  stopReason: 'end_turn',
  created,
  carried: new Map(),
  ...(from && { previous: new Link(from) }),
});

/** A store with a reply and one that goes on from it. */
function stored(): { store: ThreadStore; first: StoredReply; second: StoredReply } {
  const store = new ThreadStore('keep');
  const first = reply();
  const second = reply(first);
  store.store(created, 'first', first, 0);
  store.store(goingOnFrom('first'), 'second', second, 0);
  return { store, first, second };
}

test('nothing holds a reply that the journal has let go of', () => {
  const { store, first, second } = stored();
  expect(second.previous!.deref()).toBe(first);
  store.forget('first');
  expect(second.previous!.deref()).toBeUndefined();
});

test('nothing holds a reply from further back', () => {
  const { store, second } = stored();
  const third = reply(second);
  store.store(goingOnFrom('second'), 'third', third, 0);
  expect(third.previous!.deref()).toBe(second);
  expect(second.previous!.deref()).toBeUndefined();
});
