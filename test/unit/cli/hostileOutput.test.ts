/** What a schema or recorded traffic says reaches a terminal and a page as text, whatever it says. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../../generator/cli/run.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const ESCAPES = '\u001b[31m\u009b31m\u0007\u202e\u2066\u200b\u00ad\u{e0041}\u{e0100}';
const EVIL = `${ESCAPES}\n| x |\n<script>alert(1)</script>\`\`\``;

const schema = (name: string) => `
  export type RequestId = string;
  export interface EmptyResult {}
  /** ${ESCAPES}</script> */
  export interface A { [key: string]: unknown; ${JSON.stringify(name)}?: ${JSON.stringify(name)} }
`;

const SCHEMAS = {
  '2030-01-01/schema.ts': schema('plain'),
  '2030-01-02/schema.ts': schema(EVIL),
  '2030-01-03/schema.ts': `export type A = { "${ESCAPES}": string, "${ESCAPES}": keyof A, };`,
};

/** Everything that a command line says. */
async function say(...args: readonly string[]): Promise<string> {
  const said: string[] = [];
  const write = (text: string): void => void said.push(text);
  await run(args, { print: write, note: write, paint: (_, text) => text });
  return said.join('\n');
}

const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

test.each([
  ['diff', '2030-01-01', '2030-01-02'],
  ['diff', '2030-01-01', '2030-01-02', '--format', 'markdown'],
  ['diff', '2030-01-01', '2030-01-02', '--format', 'html'],
  ['explain', 'A', '--revision', '2030-01-02'],
  ['generate', '2030-01-03'],
  ['generate', ESCAPES],
  ['explain', 'A', '--revision', '2030-01-02', '--json'],
  ['diff', '2030-01-01', '2030-01-02', '--format', 'json'],
  ['generate', '2030-01-03', '--json'],
])('%s %s %s %s %s', async (...args) => {
  const folder = await temporaryFolder(SCHEMAS);
  const said = await say(
    ...args,
    '--schema',
    folder,
    ...(args[0] === 'generate' ? ['--out', join(folder, 'out')] : []),
  );
  expect(said).not.toBe('');
  expect(said).not.toMatch(UNSEEN);
  if (args.includes('markdown')) expect(said).not.toMatch(/^(\| x \||<script)/m);
  if (args.includes('html')) expect(said).not.toContain('<script>alert');
});

test('validate', async () => {
  const params = { protocolVersion: EVIL, capabilities: { sampling: EVIL, [EVIL]: 1 }, clientInfo: { [EVIL]: 1 } };
  const messages = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    { jsonrpc: '2.0', id: 2, method: EVIL },
    {
      jsonrpc: '2.0',
      id: 3,
      method: 'tools/call',
      params: { name: 'x', _meta: { progressToken: EVIL }, arguments: EVIL },
    },
  ];
  const folder = await temporaryFolder({ 'traffic.jsonl': messages.map((each) => JSON.stringify(each)).join('\n') });
  const said = await say('validate', '--revision', '2025-11-25', join(folder, 'traffic.jsonl'));
  expect(said).toContain('traffic.jsonl:1');
  expect(said).not.toMatch(UNSEEN);
  expect(said).not.toMatch(/^(\| x|<script)/m);
});

test('what validate quotes of a line is bounded', async () => {
  const long = 'x'.repeat(5_000);
  const messages = [
    { jsonrpc: '2.0', id: 1, method: long },
    ...Array.from({ length: 300 }, () => [{ [long]: 1 }]),
  ].flat();
  const folder = await temporaryFolder({
    'traffic.jsonl': `${JSON.stringify(messages[0])}\n${JSON.stringify(messages)}`,
  });
  const args = ['validate', '--revision', '2025-03-26', join(folder, 'traffic.jsonl')];
  for (const said of [await say(...args), await say(...args, '--json')]) {
    expect(said).toContain('more characters)');
    expect(said).toMatch(/\d+ more findings in this line/);
    expect(said.length).toBeLessThan(2 * 103 * 1_200);
  }
  const lines = (await say(...args)).split('\n');
  expect(lines.filter((line) => line.includes('traffic.jsonl:2 '))).toHaveLength(101);
});

test('an error quotes no more than the beginning of a long text', async () => {
  const version = `${ESCAPES}${'x'.repeat(50_000)}`;
  const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: version } };
  const folder = await temporaryFolder({ 'traffic.jsonl': JSON.stringify(message) });
  const said = await say('validate', join(folder, 'traffic.jsonl'));
  expect(said).toContain('Unknown revision');
  expect(said).not.toMatch(UNSEEN);
  expect(said.length).toBeLessThan(11_000);
});
