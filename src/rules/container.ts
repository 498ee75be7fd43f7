/** What is refused of `container`, the machine that server tools run code on. */
import type { CheckedRequest } from './checked-request.ts';
import { asRecord, asText } from './json-value.ts';
import type { Rule } from './rule.ts';
import { everyTool, type ListedTool } from './tool-list.ts';

/** The first web tools that run code to filter what they find (docs: dynamic filtering). */
const FILTERING = /^web_(?:search|fetch)_(\d{8})$/;
const FILTERING_SINCE = '20260209';

/** Whether a tool runs code in a container. */
export function runsCode({ type }: ListedTool): boolean {
  return type.startsWith('code_execution_') || (FILTERING.exec(type)?.[1] ?? '') >= FILTERING_SINCE;
}

/** The container a request goes on with. */
export function containerId({ body }: CheckedRequest): string | undefined {
  const { container } = body;
  return asText(container) ?? asText(asRecord(container)['id']);
}

export const containerRules: readonly Rule[] = [
  {
    id: 'container-without-code',
    stage: 'meaning',
    summary: 'A container is named only with a tool that runs code.',
    confidence: 'B',
    facts: ['T23'],
    source:
      'T23: live probe, whole text measured 2026-08-30; web tools that filter by code count too (docs)',
    *check(request) {
      if (containerId(request) === undefined || everyTool(request).some(runsCode)) return;
      yield {
        path: 'container',
        message:
          'container: Container identifier can only be provided when using the code execution tool',
      };
    },
  },
];
