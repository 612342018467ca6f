/** What docs/asking.md shows compiles, and does the same for clients of every revision. */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Server } from '@mcp-gen/sdk';
import { connect, type Client, type ClientOptions, type ElicitationOptions } from '@mcp-gen/sdk/client';
import { testClient } from '@mcp-gen/sdk/testing';
import { expect, onTestFinished, test } from 'vitest';
import { SUPPORTED_REVISIONS } from '../../sdk/src/revisions.js';
import { startHttpProgram } from '../support/httpProgram.js';
import { pagePrograms } from '../support/pagePrograms.js';
import { runnable } from '../support/runnable.js';
import { typeErrors } from '../support/typeErrors.js';

const programs = pagePrograms('docs/asking.md');
const REVISIONS = SUPPORTED_REVISIONS.filter((id) => id >= '2025-06-18');

const form: ElicitationOptions['form'] = ({ message }) => {
  if (message.startsWith('When do you leave')) return { action: 'accept', content: { day: '2026-08-01' } };
  if (message.startsWith('When do you return')) return { action: 'accept', content: { day: '2026-08-09' } };
  if (message.startsWith('Which seat')) return { action: 'accept', content: { seat: 'aisle' } };
  return { action: 'accept', content: { street: 'Karl Johans gate 1', city: 'Oslo' } };
};

async function open(target: string | readonly string[], options: ClientOptions): Promise<Client> {
  const client = await connect(target, { elicitation: { form }, ...options });
  onTestFinished(() => client.close());
  return client;
}

/** Starts a server of the page over stdio. Those that it does not serve itself are served here. */
async function start(name: string, options: ClientOptions): Promise<Client> {
  const folder = await runnable(new Map([[name, `${programs.get(name) ?? ''}\nserver.serve();\n`]]));
  return open([process.execPath, join(folder, name.replace(/ts$/, 'js'))], options);
}

test('every program compiles', () => {
  expect([...programs.keys()]).toEqual([
    'shop.ts',
    'rehearsed.ts',
    'cleanup.ts',
    'together.ts',
    'summary.ts',
    'main.ts',
  ]);
  expect(typeErrors(programs)).toEqual([]);
});

test('a handler reserves once, for clients of both kinds, over HTTP', async () => {
  const folder = await runnable(programs);
  const env = { PORT: '0', STATE_KEY: 'a secret of the operator, at least 32 characters' };
  const { ready, stop } = await startHttpProgram([join(folder, 'main.js')], (line) => line.startsWith('http'), env);
  onTestFinished(stop);
  for (const [index, revision] of REVISIONS.entries()) {
    const client = await open(ready, { revisions: [revision] });
    const { text } = await client.callTool('order', { article: 'tea' });
    expect(text).toBe(`Order A${index + 1}: tea to Oslo. Orders: ${index + 1}`);
  }
});

test('a rehearsal finds the question that differs from run to run', async () => {
  const folder = await runnable(programs);
  const { server, problems } = (await import(pathToFileURL(join(folder, 'rehearsed.js')).href)) as {
    readonly server: Server;
    readonly problems: readonly string[];
  };
  const client = await testClient(server, { elicitation: { form } });
  onTestFinished(() => client.close());
  await client.callTool('order');
  expect(problems[0]).toContain('asks a different question under "address"');
});

test.each(REVISIONS)('in revision %s several questions are asked at once', async (revision) => {
  const sampling = {
    model: () => ({ role: 'assistant', model: 'm', content: { type: 'text', text: 'Onwards.' } }) as const,
  };
  const client = await start('together.ts', { revisions: [revision], sampling, roots: [] });
  const { text } = await client.callTool('plan');
  expect(text).toBe('2026-08-01: Onwards. Tickets go to no folder.');
  expect((await client.callTool('return')).text).toBe('2026-08-09, aisle');
});

test.each(SUPPORTED_REVISIONS)('in revision %s a handler does without a model', async (revision) => {
  const client = await start('summary.ts', { revisions: [revision] });
  expect((await client.callTool('summary', { note: 'Buy milk' })).text).toBe('Buy milk');
});
