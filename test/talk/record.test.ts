/** Recordings: of a client that starts the program in place of a server, of one that is started with a URL, and what replays answer. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client as OfficialClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from 'vitest';
import { OFFICIAL_EVERYTHING } from '../support/programs.js';
import { ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { PROGRAM, talk } from './talk.js';

const SERVER = join(ROOT, 'test/talk/fixtures/process.mjs');
/** A program that opens a session at its URL. */
const CLIENT = `
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } } });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  await (await fetch(process.argv.at(-1), { method: 'POST', headers, body })).text();
`;

const quoted = (...words: readonly string[]): string => words.map((word) => JSON.stringify(word)).join(' ');

/** What the official client gets of a tool. */
async function officialCall(args: readonly string[], text: string): Promise<unknown> {
  const client = new OfficialClient({ name: 'official', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...args], stderr: 'ignore' }));
  try {
    const { content } = await client.callTool({ name: 'echo', arguments: { message: text } });
    return content;
  } finally {
    await client.close();
  }
}

test('what an official client and server say is recorded, and replayed to that client without the server', async () => {
  const file = join(await temporaryFolder(), 'session.jsonl');
  const server = quoted(process.execPath, OFFICIAL_EVERYTHING, 'stdio');
  const recorded = await officialCall([PROGRAM, 'record', server, '--out', file], 'hello');
  expect(recorded).toEqual([{ type: 'text', text: 'Echo: hello' }]);
  const text = await readFile(file, 'utf8');
  expect(text).toContain('"Echo: hello"');
  await writeFile(file, text.replaceAll('Echo: hello', 'Echo: from the file'));
  expect(await officialCall([PROGRAM, 'replay', file], 'hello')).toEqual([
    { type: 'text', text: 'Echo: from the file' },
  ]);
  await expect(officialCall([PROGRAM, 'replay', file], 'something else')).rejects.toThrow(
    'expected "hello", got "something else"',
  );
});

test('the recording of one call is a server for the same call', async () => {
  const file = join(await temporaryFolder(), 'session.jsonl');
  const call = ['say', 'text=hello'];
  expect(await talk(['call', quoted(process.execPath, SERVER), ...call, '--record', file])).toMatchObject({
    code: 0,
    out: 'hello',
  });
  const replay = quoted(process.execPath, PROGRAM, 'replay', file);
  expect(await talk(['call', replay, ...call])).toEqual({ code: 0, out: 'hello', err: '' });
  const { code, out, err } = await talk(['call', replay, 'say', 'text=another', '--verbose']);
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toContain('"another"');
  expect(err).toContain('session.jsonl:5: the client sent a different message');
});

test('a client that needs a URL is started with it, and each of its connections has a file', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'session.jsonl');
  const client = [process.execPath, PROGRAM, 'call', '{url}', 'say', 'text=hello'];
  const { code, err } = await talk(['record', quoted(process.execPath, SERVER), '--out', file, '--', ...client]);
  expect({ code, err }).toEqual({ code: 0, err: `Recorded in ${file}` });
  expect(await readFile(file, 'utf8')).toContain('"hello"');
});

test('what cannot be recorded is an error', async () => {
  const folder = await temporaryFolder();
  const server = quoted(process.execPath, SERVER);
  const out = join(folder, 'x.jsonl');
  expect(await talk(['record', server, '--out', out, '--', process.execPath, 'x'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('The command of the client needs {url}'),
  });
  expect(await talk(['record', server, '--out', out, '--', 'no-such-program', '{url}'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('The client no-such-program cannot be started'),
  });
  expect(
    await talk(['record', server, '--out', out, '--', process.execPath, '-e', 'process.exit(7)', '{url}']),
  ).toMatchObject({ code: 1 });
  expect(await talk(['replay', join(folder, 'none.jsonl')])).toMatchObject({
    code: 2,
    err: expect.stringContaining('none.jsonl'),
  });
  // What was recorded is named, and nothing else is.
  const recorded = ['record', server, '--out', folder, '--', process.execPath, '-e', CLIENT, '{url}'];
  const failed = await talk(recorded);
  expect(failed).toMatchObject({
    code: 2,
    err: expect.stringContaining(`The recording ${folder} cannot be written: EISDIR`),
  });
  expect(failed.err).not.toContain('Recorded in');
  expect(await talk(['ping', server, '--record', folder])).toMatchObject({
    code: 2,
    out: expect.stringContaining('ms'),
  });
  for (const args of [
    ['record', server, '--record', out],
    ['ping', server, '--times'],
    ['check', server, '--times'],
  ]) {
    expect(await talk(args)).toMatchObject({ code: 2, err: expect.stringContaining('--record') });
  }
});
