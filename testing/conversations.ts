/** The conversations in whatever a test holds: a client, a simulation, a transcript, a list of messages. */
import { EnsaioError } from '../src/error.ts';
import type { Judged } from '../src/invariants/index.ts';
import type { Simulation } from '../src/simulation/simulation.ts';
import { isMessageList } from '../src/wire/conversation.ts';

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isSimulation(value: object): value is Simulation {
  return 'journal' in value && 'transcripts' in value && 'assertDone' in value;
}

/** The simulation that is `received`, or that it stands on; undefined when there is none. */
export function simulationOf(received: unknown): Simulation | undefined {
  if (!isObject(received)) return undefined;
  if (isSimulation(received)) return received;
  return 'simulation' in received &&
    isObject(received.simulation) &&
    isSimulation(received.simulation)
    ? received.simulation
    : undefined;
}

/** What `received` is called in a message. */
export function nameOf(received: unknown): string {
  if (simulationOf(received)) return isSimulation(received as object) ? 'simulation' : 'client';
  if (Array.isArray(received)) return 'messages';
  return isObject(received) && 'exchanges' in received ? 'transcript' : 'conversation';
}

function hasMessages(received: unknown): received is Judged {
  if (Array.isArray(received)) return isMessageList(received);
  return isObject(received) && 'messages' in received && Array.isArray(received.messages);
}

/**
 * The conversations in `received`.
 * @throws EnsaioError `option-invalid` when there can be none in it
 */
export function conversationsIn(received: unknown): readonly Judged[] {
  const simulation = simulationOf(received);
  if (simulation) return simulation.transcripts;
  if (hasMessages(received)) return [received];
  throw new EnsaioError('option-invalid', 'There is no conversation in what was given.', {
    hint: 'It takes a fake client, a simulation, a transcript (one of `simulation.transcripts`), a request body or a list of messages.',
    details: { received },
  });
}

/** Every state of a conversation, the newest first: of a good one there is one. */
export function statesOf(conversation: Judged): (readonly unknown[])[] {
  if ('heads' in conversation) return conversation.heads.toReversed();
  return ['messages' in conversation ? conversation.messages : conversation];
}
