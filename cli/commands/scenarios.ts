/** The scenarios that a command is given. */

export const SCENARIOS =
  'files, folders or patterns; without any, the scenarios that come with ensaio';
