/** The example of a chat: a person at the terminal, a host, and three servers, each a process of its own. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { FormRequest } from '@mcp-gen/sdk/host';
import { fillIn } from '../../examples/chat/form.js';
import { runnable } from '../support/runnable.js';
import { readProjectFile } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** The examples that take part, for a Node that runs no TypeScript. */
const PROGRAMS = [
  'chat/main.ts',
  'chat/form.ts',
  'chat/model.ts',
  'weather/server.ts',
  'files/server.ts',
  'ask/server.ts',
].map((path) => [path, readProjectFile(`examples/${path}`).replace('/server.ts`', '/server.js`')] as const);

/** Chats in a folder: each line is what a person types. Resolves with all that is on the screen, without what was typed. */
async function chat(cwd: string, ...lines: readonly string[]): Promise<string> {
  const programs = await runnable(new Map(PROGRAMS));
  const child = spawn(process.execPath, [join(programs, 'chat/main.js')], { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  const [screen, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number | null]>]);
  expect(code, screen).toBe(0);
  return screen;
}

test('the model calls the tools of all servers, where the person agrees', async () => {
  const folder = await temporaryFolder({ 'shopping.txt': 'milk', 'deep/other.txt': 'bread' });
  const screen = await chat(
    folder,
    'What is the weather in Oslo on 2026-01-24?',
    'y',
    'Which files speak of "milk"?',
    'y',
    'y',
    'Read shopping.txt',
    'n',
    'Read shopping.txt',
    'a',
    'Read shopping.txt',
    'Sing!',
  );
  expect(screen.split('> ').slice(1)).toEqual([
    expect.stringMatching(
      /^Call weather__forecast with {"city":"Oslo","day":"2026-01-24"}\? .*told: {"celsius":-3,"advice":"Take a coat."}\n$/,
    ),
    expect.stringMatching(
      /^Call files__search with {"text":"milk"}\? .*May files see mcp-gen-test-\w+\? .*told: {"files":\["shopping.txt"\]}\n$/,
    ),
    'Call files__read with {"path":"shopping.txt"}? (y/n, a: always) Here is what I was told: The tool call (files__read) was denied\n',
    'Call files__read with {"path":"shopping.txt"}? (y/n, a: always) Here is what I was told: milk\n',
    'Here is what I was told: milk\n',
    'I can do nothing but weather__forecast, files__list, files__read, files__search, cards__write_card.\n',
    '',
  ]);
});

test('a server asks the person and the model', async () => {
  const folder = await temporaryFolder();
  const screen = await chat(folder, 'Write a card', 'y', '', 'Ada', 'party', '1', 'y', 'y', 'y');
  const occasion = '  occasion (1 birthday, 2 wedding, 3 farewell): ';
  const verse = 'All the best! (A card to Ada for a birthday)';
  expect(screen).toBe(
    [
      '> Call cards__write_card with {}? (y/n, a: always) cards asks: Who is the card for?',
      `  name:   name: ${occasion}${occasion}  Send this? (y/n) May cards use the model? (y/n) cards asks: Will this do?`,
      '',
      verse,
      `  Send this? (y/n) Here is what I was told: ${verse}`,
      '> ',
    ].join('\n'),
  );
});

test('a form has values of the types that the server requests', async () => {
  const choice = {
    type: 'string',
    oneOf: [
      { const: 'b', title: 'Blue' },
      { const: 'r', title: 'Red' },
    ],
  } as const;
  const schema: FormRequest['requestedSchema'] = {
    type: 'object',
    required: ['age', 'is', 'color', 'sizes'],
    properties: {
      age: { type: 'integer', title: 'Age' },
      is: { type: 'boolean' },
      height: { type: 'number' },
      color: choice,
      sizes: { type: 'array', items: { type: 'string', enum: ['s', 'm', 'l'] } },
      old: { type: 'string', enum: ['x', 'y'], enumNames: ['One', 'Two'], default: 'x' },
      note: { type: 'string' },
    },
  };
  const asked: string[] = [];
  const lines = ['1.5', 'old', '7', 'yes', 'n', '1e400', '1.5', 'Green', 'Red', '1,9', ' 1, l', '', ''];
  const content = await fillIn(schema, (question) => {
    asked.push(question);
    return Promise.resolve(lines.shift());
  });
  expect(content).toEqual({ age: 7, is: false, height: 1.5, color: 'r', sizes: ['s', 'l'], old: 'x' });
  expect([...new Set(asked)]).toEqual([
    '  Age (a whole number): ',
    '  is (y/n): ',
    '  height (a number): ',
    '  color (1 Blue, 2 Red): ',
    '  sizes (any of 1 s, 2 m, 3 l): ',
    '  old (1 One, 2 Two): ',
    '  note: ',
  ]);
  expect(await fillIn(schema, () => Promise.resolve(undefined))).toBeUndefined();
});
