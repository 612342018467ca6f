/** The example of a chat: a person at the terminal, a host, and three servers, each a process of its own. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { runnable } from '../support/runnable.js';
import { readProjectFile } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** The examples that take part, for a Node that runs no TypeScript. */
const PROGRAMS = ['chat/main.ts', 'chat/model.ts', 'weather/server.ts', 'files/server.ts', 'ask/server.ts'].map(
  (path) => [path, readProjectFile(`examples/${path}`).replace('/server.ts`', '/server.js`')] as const,
);

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
    'y',
    'Sing!',
  );
  expect(screen.split('> ').slice(1)).toEqual([
    expect.stringMatching(
      /^Call weather__forecast with {"city":"Oslo","day":"2026-01-24"}\? .*told: {"celsius":-3,"advice":"Take a coat."}\n$/,
    ),
    expect.stringMatching(
      /^Call files__search with {"text":"milk"}\? .*May files see mcp-gen-test-\w+\? .*told: {"files":\["shopping.txt"\]}\n$/,
    ),
    'Call files__read with {"path":"shopping.txt"}? (y/n) Here is what I was told: The tool call (files__read) was denied\n',
    'Call files__read with {"path":"shopping.txt"}? (y/n) Here is what I was told: milk\n',
    'I can do nothing but weather__forecast, files__list, files__read, files__search, cards__write_card.\n',
    '',
  ]);
});

test('a server asks the person and the model', async () => {
  const folder = await temporaryFolder();
  const screen = await chat(folder, 'Write a card', 'y', 'Ada', 'birthday', 'y', 'y', 'y');
  const verse = 'All the best! (A card to Ada for a birthday)';
  expect(screen).toBe(
    [
      '> Call cards__write_card with {}? (y/n) cards asks: Who is the card for?',
      '  name:   occasion:   Send this? (y/n) May cards use the model? (y/n) cards asks: Will this do?',
      '',
      verse,
      `  Send this? (y/n) Here is what I was told: ${verse}`,
      '> ',
    ].join('\n'),
  );
});
