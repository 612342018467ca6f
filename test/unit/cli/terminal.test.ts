import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createTerminal, nonInteractive, type Streams } from '../../../generator/cli/terminal.js';

interface Setting {
  readonly tty: boolean;
  readonly env?: NodeJS.ProcessEnv;
}

function open({ tty, env = {} }: Setting): Streams & { readonly stdin: PassThrough; readonly stderr: PassThrough } {
  const stream = (): PassThrough => Object.assign(new PassThrough(), { isTTY: tty });
  return { stdin: stream(), stdout: stream(), stderr: stream(), env };
}

test.each([
  ['a terminal', { tty: true }, true],
  ['a terminal, and NO_COLOR is set', { tty: true, env: { NO_COLOR: '1' } }, false],
  ['a terminal, and NO_COLOR is empty', { tty: true, env: { NO_COLOR: '' } }, true],
  ['a file', { tty: false }, false],
])('what is written to %s', (_, setting, coloured) => {
  expect(createTerminal(open(setting)).paint('red', 'x')).toBe(coloured ? '\x1b[31mx\x1b[39m' : 'x');
});

test('questions are asked on a terminal, never elsewhere, and never when nobody is there', () => {
  expect(createTerminal(open({ tty: true })).prompt).toBeDefined();
  expect(createTerminal(open({ tty: false })).prompt).toBeUndefined();
  expect(nonInteractive(createTerminal(open({ tty: true }))).prompt).toBeUndefined();
});

test('answers are lines, trimmed; lines typed ahead are kept', async () => {
  const streams = open({ tty: true });
  streams.stdin.write('  first \nsecond\n');
  const { prompt } = createTerminal(streams);
  expect(await prompt?.(async (ask) => [await ask('One? '), await ask('Two? ')])).toEqual(['first', 'second']);
  const shown = String(streams.stderr.read());
  expect(shown).toContain('One? ');
  expect(shown).toContain('Two? ');
  expect(streams.stdin.isPaused()).toBe(true);
});

test('an input that ends leaves no question open', async () => {
  const streams = open({ tty: true });
  streams.stdin.end();
  const { prompt } = createTerminal(streams);
  await expect(prompt?.((ask) => ask('One? '))).rejects.toThrow('A question was not answered');
});

test('a person can break off with Ctrl-C', async () => {
  const streams = open({ tty: true });
  streams.stdin.write('\x03');
  const { prompt } = createTerminal(streams);
  await expect(prompt?.((ask) => ask('One? '))).rejects.toThrow('A question was not answered');
});
