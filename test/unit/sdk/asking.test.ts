/** How long a server waits for the answers of its client. */

import { AskError, form, roots, sample, Server, type Context } from '@mcp-gen/sdk';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred, isPending } from '../runtime/support.js';
import { openClient } from './support.js';
import { endless } from '../../support/leftovers/endless.js';
import { stopClock } from '../../support/clock.js';

beforeEach(stopClock);

const HOUR = 3_600_000;
const schema = { type: 'object', properties: { name: { type: 'string' } } } as const;
const silent = (): Promise<never> => endless();
const CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: {}, roots: { listChanged: true } };

/** Has a tool ask a client that never answers. Resolves with the promise of the answer when the client has been asked. */
async function asking(ask: (context: Context) => Promise<unknown>): Promise<{ readonly answer: Promise<unknown> }> {
  const server = new Server({ name: 'test', version: '1.0.0' });
  const asked = deferred<{ readonly answer: Promise<unknown> }>();
  server.tool('ask', {}, async (_, context) => {
    const answer = ask(context);
    asked.resolve({ answer });
    await answer.catch(() => undefined);
    return 'done';
  });
  const handlers = { elicit: silent, createMessage: silent, listRoots: silent };
  const client = await openClient(server, { capabilities: CAPABILITIES, handlers });
  // The client itself waits for as long as the tool does.
  client.request('tools/call', { name: 'ask' }, { timeout: 0 }).catch(() => undefined);
  const found = await asked.promise;
  found.answer.catch(() => undefined);
  return found;
}

const url = 'https://bank.example.org';
const question = { message: 'Who?', schema };

test.each<[string, (context: Context) => Promise<unknown>, number]>([
  ['a form', (context) => context.elicit('a', question), HOUR],
  ['a page', (context) => context.elicitUrl('a', { message: 'Go', url }), HOUR],
  ['the model, which a person may review', (context) => context.sample('a', 'Hello'), HOUR],
  ['roots, which no person answers', (context) => context.roots.list(), 60_000],
  ['a form that may take long', (context) => context.elicit('a', question, { timeout: 2 * HOUR }), 2 * HOUR],
  ['a page in a hurry', (context) => context.elicitUrl('a', { message: 'Go', url }, { timeout: 50 }), 50],
  ['the model in a hurry', (context) => context.sample('a', 'Hello', { timeout: 50 }), 50],
  ['roots in a hurry', (context) => context.ask('a', roots(), { timeout: 50 }), 50],
  [
    'several things, of which one ends it all',
    (context) => context.ask({ who: form(question), where: roots(), what: sample('Hello') }),
    60_000,
  ],
  [
    'several things with one limit',
    (context) => context.ask({ who: form(question), where: roots() }, { timeout: 70_000 }),
    70_000,
  ],
])('asking for %s ends with an AskError', async (_what, ask, timeout) => {
  const { answer } = await asking(ask);
  await vi.advanceTimersByTimeAsync(timeout - 1);
  expect(await isPending(answer)).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  await expect(answer).rejects.toThrow(AskError);
  await expect(answer).rejects.toThrow(`within ${timeout} ms`);
});

test('a timeout of 0 sets no limit', async () => {
  const { answer } = await asking((context) => context.elicit('a', question, { timeout: 0 }));
  await vi.advanceTimersByTimeAsync(1_000 * HOUR);
  expect(await isPending(answer)).toBe(true);
});

test('a signal withdraws the questions, with its reason', async () => {
  const controller = new AbortController();
  const reason = new Error('Too late');
  const { answer } = await asking(({ ask }) =>
    ask({ who: form(question), where: roots() }, { signal: controller.signal }),
  );
  expect(await isPending(answer)).toBe(true);
  controller.abort(reason);
  await expect(answer).rejects.toBe(reason);
});

describe('an option of asking is checked', () => {
  test.each<[object, string]>([
    [
      { timeout: NaN },
      'Invalid option "timeout" for ask: expected a positive number of milliseconds, or 0 for none, got NaN',
    ],
    [{ timeout: -1 }, 'got -1'],
    [{ timeout: '5' }, 'got a string'],
    [{ timout: 5 }, 'Unknown option "timout" for ask. Did you mean "timeout"?'],
  ])('%j', async (options, message) => {
    const { answer } = await asking((context) => context.elicit('a', question, options));
    await expect(answer).rejects.toThrow(message);
  });
});
