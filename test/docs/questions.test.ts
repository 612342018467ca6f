/** Each question is answered where it stands: one click to the page, one to the question, one to a program. And the answers are true. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Client } from '@mcp-gen/sdk/client';
import { serveHttp } from '@mcp-gen/sdk/http';
import { AskError, Server } from '@mcp-gen/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { NAVIGATION } from '../../site/navigation.mjs';
import { startProgram } from '../support/httpProgram.js';
import { readProjectFile, ROOT } from '../support/schemas.js';
import { runnable } from '../support/runnable.js';
import { typeErrors } from '../support/typeErrors.js';

const page = readProjectFile('docs/questions.md');
const answers = page.split(/^## /m).slice(1);

test('the page is in the first group of the navigation', () => {
  const [start] = NAVIGATION;
  expect(start?.pages.map(({ source }) => source)).toContain('docs/questions.md');
});

test('there are ten and more, each short, with its threads, and with links that lead somewhere', () => {
  expect(answers.length).toBeGreaterThanOrEqual(10);
  for (const answer of answers) {
    const [question = ''] = answer.split('\n');
    expect(question).toMatch(/\?$/);
    const words = answer.replaceAll(/```.*?```|\]\(.*?\)/gs, '').split(/\s+/);
    expect(words.length, question).toBeLessThanOrEqual(110);
    expect(answer, question).toMatch(
      /Asked in\s+\[.*?\]\(https:\/\/github\.com\/modelcontextprotocol\/[\w-]+\/issues\/\d+\)/,
    );
    for (const [, link = ''] of answer.matchAll(/\]\(([\w/.-]+\.md)/g)) {
      expect(existsSync(join(ROOT, 'docs', link)), link).toBe(true);
    }
  }
});

test('the programs compile', () => {
  const programs = [...page.matchAll(/```ts\n(.*?)```/gs)].map(
    ([, code = ''], index) => [`${index}.ts`, code] as const,
  );
  expect(programs.length).toBeGreaterThanOrEqual(2);
  expect(typeErrors(new Map(programs))).toEqual([]);
});

test('a caller is who its token says, and nobody without one', async () => {
  const [, code = ''] = /```ts\n(.*?)```/s.exec(page) ?? [];
  const served = code.replace('await serveHttp(server, {', 'const { url } = await serveHttp(server, { port: 0,');
  expect(served).not.toBe(code);
  const folder = await runnable(new Map([['who.ts', `${served}\nconsole.log(url);\n`]]));
  const isReady = (line: string): boolean => line.startsWith('http');
  const { ready, stop } = await startProgram(process.execPath, [join(folder, 'who.js')], { isReady });
  onTestFinished(stop);
  const client = await connect(ready, { headers: { authorization: 'Bearer 1234' } });
  expect((await client.callTool('whoami')).text).toBe('You are ada');
  await client.close();
  await expect(connect(ready, { headers: { 'x-user': 'ada' } })).rejects.toThrow('missing or wrong');
});

test('what a server prints after serve() does not reach its client', async () => {
  const server = `
import { Server } from '@mcp-gen/sdk';
const server = new Server({ name: 'loud', version: '1.0.0' });
server.tool('speak', {}, () => {
  console.log('Hello');
  return 'Done';
});
server.serve();
console.log('Serving');
`;
  const folder = await runnable(new Map([['loud.ts', server]]));
  const client = await connect([process.execPath, join(folder, 'loud.js')], {
    stderr: 'ignore',
    onError: (error) => expect.unreachable(String(error)),
  });
  expect((await client.callTool('speak')).text).toBe('Done');
  await client.close();
});

/** Serves over HTTP, and connects a client. */
async function served(server: Server, revision: '2025-11-25' | '2026-07-28', port = 0): Promise<Client> {
  const { url, close } = await serveHttp(server, { sessions: 'none', port });
  onTestFinished(() => close());
  const form = () => ({ action: 'accept', content: { name: 'Ada' } }) as const;
  const client = await connect(url, { revisions: [revision], elicitation: { form } });
  onTestFinished(() => client.close());
  return client;
}

test('without sessions, a client of 2026-07-28 is asked, and an older one gets an error at once', async () => {
  const errors: unknown[] = [];
  const server = new Server({ name: 'asks', version: '1.0.0' });
  const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
  server.tool('ask', {}, async (_, { elicit }) => {
    try {
      const { content } = await elicit('name', { message: 'Your name?', schema });
      return content?.name ?? 'none';
    } catch (error) {
      errors.push(error);
      throw error;
    }
  });
  expect((await (await served(server, '2026-07-28')).callTool('ask')).text).toBe('Ada');
  expect(errors).toEqual([]);
  expect((await (await served(server, '2025-11-25')).callTool('ask')).isError).toBe(true);
  expect(errors).toEqual([expect.any(AskError)]);
});

test('a client continues with a server that was restarted', async () => {
  const server = new Server({ name: 'restarted', version: '1.0.0' });
  server.tool('ping', {}, () => 'pong');
  const first = await serveHttp(server, { port: 0 });
  const client = await connect(first.url, { revisions: ['2025-11-25'] });
  expect((await client.callTool('ping')).text).toBe('pong');
  await first.close();
  // Until the client knows that its connection is closed. A real restart takes longer.
  await pause(100);
  const second = await serveHttp(server, { port: Number(new URL(first.url).port) });
  onTestFinished(() => second.close());
  expect((await client.callTool('ping')).text).toBe('pong');
  await client.close();
});

test('a page may read the session if its origin is allowed', async () => {
  const server = new Server({ name: 'cors', version: '1.0.0' });
  const { url, close } = await serveHttp(server, { port: 0, allowedOrigins: ['https://app.example.com'] });
  onTestFinished(() => close());
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
  const { headers } = await fetch(url, { method: 'POST', headers: { origin: 'https://app.example.com' } });
  expect(headers.get('access-control-expose-headers')?.toLowerCase()).toContain('mcp-session-id');
});
