/** The threads the API stores: each reply can be continued once, while it lives. */
import type { History } from '../wire/history/history.ts';
import type { Link } from '../wire/history/link.ts';
import type { MessageRequest } from '../wire/message.ts';
import { THREAD_LIFETIME_MS, type StoredReply, type ThreadLookup } from '../wire/history/thread.ts';

interface Slot {
  readonly reply: StoredReply;
  readonly storedAt: number;
  state: 'free' | 'in_flight' | 'continued';
  /** How the replies that go on from it know of it. */
  readonly links: Link<History>[];
}

type ThreadField = { type?: unknown; previous_message_id?: unknown } | null | undefined;

function previousId(body: Readonly<Record<string, unknown>>): string | undefined {
  const thread = body['thread'] as ThreadField;
  return thread?.type === 'continue' ? String(thread.previous_message_id) : undefined;
}

function outcomeOf(slot: Slot, now: number): ThreadLookup['type'] {
  if (now - slot.storedAt > THREAD_LIFETIME_MS) return 'not_found';
  if (slot.state === 'free') return 'continue';
  return slot.state === 'continued' ? 'already_continued' : 'in_flight';
}

/** What the server makes of threads: keep them, forget every one at once, or refuse them. */
export type ThreadMode = 'keep' | 'lose' | 'refuse';

/** Best effort like the real one: no answer says whether it was stored (message-threads documentation). */
export class ThreadStore {
  readonly #slots = new Map<string, Slot>();
  readonly #mode: ThreadMode;

  constructor(mode: ThreadMode) {
    this.#mode = mode;
  }

  /** What the `thread` field of a body refers to at time `now`. Changes nothing. */
  lookUp(body: Readonly<Record<string, unknown>>, now: number): ThreadLookup {
    const thread = body['thread'] as ThreadField;
    if (thread == null) return { type: 'none' };
    if (this.#mode === 'refuse') return { type: 'unsupported' };
    const id = previousId(body);
    if (id === undefined) return { type: 'create' };
    const slot = this.#slots.get(id);
    if (!slot) return { type: 'not_found' };
    const type = this.#mode === 'lose' ? 'not_found' : outcomeOf(slot, now);
    return { type, from: slot.reply };
  }

  /** A continuation is under way: others from the same reply are refused until it ends. */
  begin(body: MessageRequest): void {
    this.#setState(body, 'in_flight');
  }

  /** It brought no reply, so the stored one can be continued again. */
  release(body: MessageRequest): void {
    if (this.#slotOf(body)?.state === 'in_flight') this.#setState(body, 'free');
  }

  /** Its reply was sent whole: it is stored, and what it continued is used up. */
  store(body: MessageRequest, replyId: string, reply: StoredReply, now: number): void {
    this.#setState(body, 'continued');
    const { previous } = reply;
    if (previous) {
      // Nothing is carried along from further back.
      previous.deref()?.previous?.cut();
      this.#slotOf(body)?.links.push(previous);
    }
    this.#slots.set(replyId, { reply, storedAt: now, state: 'free', links: [] });
  }

  /** A reply that the journal no longer holds is not continued: its thread is not found. */
  forget(replyId: string): void {
    for (const link of this.#slots.get(replyId)?.links ?? []) link.cut();
    this.#slots.delete(replyId);
  }

  #setState(body: MessageRequest, state: Slot['state']): void {
    const slot = this.#slotOf(body);
    if (slot) slot.state = state;
  }

  #slotOf(body: MessageRequest): Slot | undefined {
    return this.#slots.get(previousId(body as unknown as Record<string, unknown>) ?? '');
  }
}
