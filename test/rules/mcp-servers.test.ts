/** MCP servers and their toolsets: one to one. */
import { expect, test } from 'vitest';
import { message, simulate, toolUse } from '../../fakes/index.ts';
import { body, send, type SendOptions } from '../support/send.ts';
import { checkCases, refused, type Case } from './cases.ts';
import { result, tool, user, type Json } from './tool-bodies.ts';

const beta = (...names: string[]): SendOptions => ({
  headers: { 'anthropic-beta': names.join(',') },
});
const NEW = beta('mcp-client-2025-11-20');
const OLD = beta('mcp-client-2025-04-04');

const server = (name: string): Json => ({ type: 'url', name, url: `https://${name}.test/mcp` });
const toolset = (mcp_server_name: string): Json => ({ type: 'mcp_toolset', mcp_server_name });
const connected = (servers: readonly string[], toolsets: readonly string[]): Json =>
  body({ mcp_servers: servers.map(server), tools: toolsets.map(toolset) });

const unused = (name: string): string =>
  refused(
    `MCP server '${name}' is defined but not referenced by any \`mcp_toolset\` in \`tools\`.`,
  );

const pair = (fields: Omit<Case, 'options' | 'acceptedOptions'>, options = NEW): Case => ({
  ...fields,
  options,
  acceptedOptions: options,
});

checkCases([
  pair({
    name: 'a server without a toolset',
    rule: 'mcp-server-unused',
    sent: body({ mcp_servers: [server('mail')] }),
    answer: unused('mail'),
    accepted: connected(['mail'], ['mail']),
  }),
  pair(
    {
      name: 'the second of two servers without a toolset',
      rule: 'mcp-server-unused',
      sent: connected(['mail', 'files'], ['mail']),
      answer: unused('files'),
      accepted: connected(['mail', 'files'], ['files', 'mail']),
    },
    beta('mcp-client-2026-09-15'),
  ),
  pair({
    name: 'a toolset of a server that is not there',
    rule: 'mcp-server-unknown',
    sent: connected(['mail'], ['mail', 'files']),
    answer: refused(
      "tools.1.mcp_toolset.mcp_server_name: MCP server 'files' is not defined in `mcp_servers`",
    ),
    accepted: connected(['mail', 'files'], ['mail', 'files']),
  }),
  pair({
    name: 'a toolset without any server',
    rule: 'mcp-server-unknown',
    sent: body({ tools: [toolset('mail')] }),
    answer: refused(
      "tools.0.mcp_toolset.mcp_server_name: MCP server 'mail' is not defined in `mcp_servers`",
    ),
    accepted: connected(['mail'], ['mail']),
  }),
  pair({
    name: 'two toolsets of one server',
    rule: 'mcp-toolset-repeated',
    sent: connected(['mail'], ['mail', 'mail']),
    answer: refused("tools.1.mcp_toolset: MCP server 'mail' has more than one `mcp_toolset`"),
    accepted: connected(['mail'], ['mail']),
  }),
]);

test('takes servers without toolsets as they were before, with the older beta', async () => {
  const servers = [{ ...server('mail'), tool_configuration: { enabled: true } }];
  const answer = await send(simulate(['Fine.']), body({ mcp_servers: servers }), OLD);
  expect(answer.status, answer.text).toBe(200);
});

test.each([
  { what: 'left out', servers: undefined },
  { what: 'sent again', servers: [server('mail')] },
])('goes on with a thread whose servers are $what', async ({ servers }) => {
  const options = beta('mcp-client-2025-11-20', 'message-threads-2026-08-12');
  const simulation = simulate([message([toolUse('look', {}, { id: 'a' })]), 'Fine.']);
  const first = await send(
    simulation,
    {
      ...connected(['mail'], ['mail']),
      tools: [toolset('mail'), tool('look')],
      thread: { type: 'create' },
    },
    options,
  );
  const second = await send(
    simulation,
    body({
      messages: [user([result('a')])],
      thread: { type: 'continue', previous_message_id: first.body.id },
      ...(servers === undefined ? {} : { mcp_servers: servers }),
    }),
    options,
  );
  expect(second.status, second.text).toBe(200);
  simulation.assertDone();
});
