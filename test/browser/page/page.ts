/** An app in the browser on a simulated Messages API: the genuine SDK, MSW's service worker, the kit as it is built. */
import Anthropic from '@anthropic-ai/sdk';
import { simulate, streamed, text, toolUse, when } from 'ensaio';
import { anthropicHandlers } from 'ensaio/msw';
import { setupWorker } from 'msw/browser';
import { draw, type Line, type Reply } from './draw.ts';
import { tools } from './tools.ts';

const STORY = 'Once upon a time a parcel set out for Lisbon, and it took the long way round. ';

const simulation = simulate([
  [text('Let me look the order up.'), toolUse('get_order', { number: 'A-1001' })],
  [
    text('It has left. I look at the parcel, and at the weather where it is going.'),
    toolUse('track_parcel', { code: 'PT-7731' }),
    toolUse('get_weather', { city: 'Lisbon' }),
  ],
  [
    text('The weather service does not know the city by that name. Once more.'),
    toolUse('get_weather', { city: 'Lisboa' }),
  ],
  'Order A-1001 is in Porto and reaches Lisbon on Thursday, in sunshine.',
  when({ user: 'story' }, [streamed(STORY.repeat(40), { pace: { tokensPerSecond: 60 } })]),
]);

// MSW as its users start it, with its log in the console.
const worker = setupWorker(
  ...anthropicHandlers(simulation, { baseURL: ['https://api.anthropic.com', '/anthropic'] }),
);
await worker.start();

const client = new Anthropic({ apiKey: 'sk-ant-test', dangerouslyAllowBrowser: true });
const lines: Line[] = [];
const form = document.querySelector('form')!;
const stop = document.querySelector<HTMLButtonElement>('#stop')!;
let asking: AbortController | undefined;

function show(): void {
  draw(lines, simulation);
  stop.disabled = !asking;
}

async function ask(content: string): Promise<void> {
  asking = new AbortController();
  lines.push({ role: 'user', text: content });
  const runner = client.beta.messages.toolRunner(
    {
      model: 'claude-opus-5',
      max_tokens: 1024,
      messages: [{ role: 'user', content }],
      tools,
      stream: true,
    },
    { signal: asking.signal },
  );
  try {
    for await (const stream of runner) {
      const reply: Reply = { role: 'assistant', text: '', calls: [], deltas: 0, early: 0 };
      lines.push(reply);
      for await (const event of stream) {
        if (event.type !== 'content_block_delta') continue;
        reply.deltas += 1;
        // Seen while the API was still speaking.
        if (simulation.journal.at(-1)!.outcome === 'open') reply.early += 1;
        if (event.delta.type === 'text_delta') reply.text += event.delta.text;
        show();
      }
      const { content: blocks } = await stream.finalMessage();
      reply.calls = blocks.filter((block) => block.type === 'tool_use');
      show();
    }
  } catch (error) {
    if (!(error instanceof Anthropic.APIUserAbortError)) throw error;
    lines.push({ role: 'note', text: 'Stopped.' });
  } finally {
    asking = undefined;
    show();
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void ask((event.submitter as HTMLButtonElement).textContent);
});
stop.addEventListener('click', () => asking?.abort());

/** What became of the requests changes without an event of the app's: the page looks at every frame. */
function watch(shown: string): void {
  const now = simulation.journal.map(({ outcome }) => outcome).join();
  if (now !== shown) show();
  requestAnimationFrame(() => watch(now));
}

show();
watch('');
