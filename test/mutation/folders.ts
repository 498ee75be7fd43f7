/**
 * The folders whose mutants must be found, each with the quick tests that say what it does. None of
 * them loads the kit anew: what is evaluated then would count as reached by its tests.
 */
export const folders: Readonly<Record<string, readonly string[]>> = {
  'src/script': [
    'test/script/*.test.ts',
    'test/streams/{blocks,connection,ends,faults,pieces,shapes}.test.ts',
    'test/scenario/{matcher,parse-script,problems,turns}.test.ts',
    'test/simulation/accounting.test.ts',
  ],
  'src/invariants': [
    'test/invariants/{check-invariants,each,edges,format-violations,sdk-breaks}.test.ts',
    'test/invariants/history.properties.test.ts',
  ],
  'src/simulation': [
    'test/simulation/!(hostile.properties|loaded-late).test.ts',
    'test/streams/{blocks,connection,ends,faults,grammar,pieces,shapes}.test.ts',
    'test/script/{errors,flaky,routing,words}.test.ts',
    'test/rules/{compaction,lookups,prefill,roles,server-tools,thinking,transport}.test.ts',
    'test/fakes/{client,stream-order,unhurried}.test.ts',
    'test/transcript/transcript.test.ts',
    'test/verdict/{app-knows,broken-streams,repeated-calls,retrying}.test.ts',
  ],
  'src/rules': ['test/rules/!(mutations|subjects).test.ts'],
};
