/** Handlers that are run twice, to find what would differ when they run again. */

import { readFile } from 'node:fs/promises';
import { Server, type Context } from '@mcp-gen/sdk';
import { testClient } from '@mcp-gen/sdk/testing';
import { expect, onTestFinished, test } from 'vitest';

const question = { message: 'Sure?', schema: { type: 'object', properties: { a: { type: 'string' } } } } as const;

/** Calls a tool that asks. Returns what is reported, how often it ran, and what it said. */
async function problemsOf(handler: (context: Context, run: number) => Promise<string>, rehearse = true) {
  const problems: string[] = [];
  let runs = 0;
  const server = new Server(
    { name: 'asking', version: '1.0.0' },
    { rehearse, onError: (error) => problems.push((error as Error).message) },
  );
  server.tool('ask', {}, (_, context) => handler(context, ++runs));
  const client = await testClient(server, { elicitation: { form: () => ({ action: 'accept', content: {} }) } });
  onTestFinished(() => client.close());
  const { text } = await client.callTool('ask');
  return { problems, runs, text };
}

test('a handler that asks the same in each run is fine', async () => {
  const { problems, runs, text } = await problemsOf(async ({ elicit, once }) => {
    const at = await once('time', () => Date.now());
    const { action } = await elicit('sure', { ...question, message: `At ${at}` });
    return action;
  });
  expect([problems, runs, text]).toEqual([[], 3, 'accept']);
});

test.each<[string, (context: Context, run: number) => Promise<string>, RegExp]>([
  [
    'another key',
    async ({ elicit }, run) => (await elicit(run === 2 ? 'two' : 'one', question)).action,
    /asks \["one"\] in one run, and \["two"\]/,
  ],
  [
    'another question',
    async ({ elicit }, run) => (await elicit('sure', { ...question, message: run === 2 ? 'B' : 'A' })).action,
    /asks a different question under "sure"/,
  ],
  [
    'nothing',
    async ({ elicit }, run) => (run === 2 ? 'done' : (await elicit('sure', question)).action),
    /does not ask when it runs again/,
  ],
  [
    'an error',
    async ({ elicit }, run) => {
      if (run === 2) throw new Error('failed');
      return (await elicit('sure', question)).action;
    },
    /does not ask when it runs again/,
  ],
])('a handler that has %s when it runs again is reported', async (_, handler, message) => {
  const { problems, text } = await problemsOf(handler);
  expect(problems.join('\n')).toMatch(message);
  expect(problems.join('\n')).toContain('tools/call "ask"');
  expect(text).toBe('accept');
});

test('a handler that asks the same questions in another order when it runs again is fine', async () => {
  const { problems, runs, text } = await problemsOf(async ({ elicit }, run) => {
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    if (run === 2) keys.reverse();
    const answers = await Promise.all(keys.map((key) => elicit(key, question)));
    return String(answers.every(({ action }) => action === 'accept'));
  });
  expect([problems, runs, text]).toEqual([[], 3, 'true']);
});

test('what a handler does before it asks is reported, unless it is done once', async () => {
  const here = import.meta.filename;
  const outside = await problemsOf(async ({ elicit }) => {
    await readFile(here);
    return (await elicit('sure', question)).action;
  });
  expect(outside.problems).toEqual([
    expect.stringMatching(/has side effects before it asks, which are repeated in every run: use of a file/),
  ]);
  const inside = await problemsOf(async ({ elicit, once }) => {
    await once('file', async () => (await readFile(here)).length);
    return (await elicit('sure', question)).action;
  });
  expect(inside.problems).toEqual([]);
});

test('handlers are not run twice unless that is asked for', async () => {
  const { runs } = await problemsOf(async ({ elicit }) => (await elicit('sure', question)).action, false);
  expect(runs).toBe(2);
});

test('a handler that holds something until it is told to stop runs again', async () => {
  let tail = Promise.resolve();
  const { problems, runs, text } = await problemsOf(async ({ elicit, signal }) => {
    const before = tail;
    let free!: () => void;
    tail = new Promise((resolve) => (free = resolve));
    signal.addEventListener('abort', () => free());
    await before;
    return (await elicit('sure', question)).action;
  });
  expect([problems, runs, text]).toEqual([[], 3, 'accept']);
});
