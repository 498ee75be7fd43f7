/** The arbitraries of the kit. This file imports fast-check, so `ensaio/testing` loads it when it is first used. */
export { chunking } from './chunking.ts';
export { conversation } from './conversation.ts';
export { faults } from './faults.ts';
export { message } from './message.ts';
export { mutatedConversation } from './mutations.ts';
export { rehearsal } from './rehearsal.ts';
export { script } from './script.ts';
export { toolInput } from './tool-input.ts';
export { toolset } from './toolset.ts';
