/** Commands say what they are doing, once they have taken long. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateOnChange } from '../../../generator/cli/generateOnChange.js';
import { run } from '../../../generator/cli/run.js';
import { createProgress, type Terminal } from '../../../generator/cli/terminal.js';
import { runBind } from '../../../bind/src/cli/run.js';
import { ROOT, schemaText } from '../../support/schemas.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const pause = (milliseconds: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('a fast command notes nothing', async () => {
  const lines: string[] = [];
  const progress = createProgress((line) => lines.push(line), 20);
  progress.step('Reading');
  progress.step('Writing');
  progress.end();
  await pause(40);
  expect(lines).toEqual([]);
});

test('a long step is noted while it runs, and a later one when it begins, each once', async () => {
  const lines: string[] = [];
  const progress = createProgress((line) => lines.push(line), 20);
  progress.step('Reading');
  await pause(60);
  expect(lines).toEqual(['Reading ...']);
  progress.step('Writing');
  expect(lines).toEqual(['Reading ...', 'Writing ...']);
  await pause(40);
  progress.end();
  expect(lines).toHaveLength(2);
});

test('a command that waits before its first step is not late', async () => {
  const lines: string[] = [];
  const progress = createProgress((line) => lines.push(line), 1_000);
  await pause(10);
  progress.step('Reading');
  progress.end();
  expect(lines).toEqual([]);
});

test('a command after one that has ended may take as long again', async () => {
  const lines: string[] = [];
  const progress = createProgress((line) => lines.push(line), 20);
  progress.step('Reading');
  progress.end();
  await pause(40);
  progress.step('Writing');
  progress.end();
  expect(lines).toEqual([]);
});

/** Runs a command, and returns its steps. */
async function stepsOf(args: readonly string[]): Promise<{ readonly code: number; readonly steps: readonly string[] }> {
  const steps: string[] = [];
  let isOver = false;
  const terminal: Terminal = {
    print: () => undefined,
    note: () => undefined,
    paint: (_, text) => text,
    progress: { step: (what) => steps.push(what), end: () => (isOver = true) },
  };
  const code = await run(args, terminal);
  expect(isOver).toBe(true);
  return { code, steps };
}

test('generate has a step for each phase, and none with --json', async () => {
  const out = await temporaryFolder();
  const args = ['generate', '2024-11-05', '--schema', join(ROOT, 'schema'), '--out', out];
  const { code, steps } = await stepsOf([...args, '--verbose']);
  expect(code).toBe(0);
  expect(steps).toHaveLength(5);
  expect(steps.at(-1)).toBe('Formatting and comparing the files');
  expect((await stepsOf([...args, '--verbose', '--json'])).steps).toEqual([]);
});

test('diff has steps', async () => {
  const { code, steps } = await stepsOf(['diff', '2024-11-05', '2025-03-26', '--schema', join(ROOT, 'schema')]);
  expect({ code, steps }).toEqual({ code: 0, steps: ['Reading the schemas', 'Comparing the revisions'] });
});

test('adopt and scaffold have steps', async () => {
  const folder = await temporaryFolder();
  const adopted = await stepsOf(['adopt', '2024-11-05', '--schema', join(ROOT, 'schema'), '--checklist']);
  expect(adopted.steps).toEqual(['Listing the decisions']);
  const made = await stepsOf(['scaffold', 'client', join(folder, 'a'), '--runtime', 'registry', '--yes']);
  expect(made).toEqual({ code: 0, steps: ['Writing the files'] });
});

test('bind has steps, and none with --json', async () => {
  const folder = await temporaryFolder();
  const server = `node ${join(ROOT, 'test/fixtures/everything.mjs')}`;
  const args = ['--yes', '--out', folder, '--lock', join(folder, 'lock.json'), server];
  const steps: string[] = [];
  const progress = { step: (what: string) => void steps.push(what), end: () => undefined };
  const terminal = { print: () => undefined, note: () => undefined, progress };
  await runBind(['--json', ...args], terminal);
  expect(steps).toEqual([]);
  await runBind(args, terminal);
  expect(steps).toEqual([`Reading the server ${server}`, 'Generating the modules']);
});

test('each run of a watch has steps, and ends the last one', async () => {
  const folder = await temporaryFolder({ 'schema/2024-11-05/schema.ts': schemaText('2024-11-05') });
  const places = { schema: join(folder, 'schema'), out: join(folder, 'generated') };
  const said: string[] = [];
  const stopped = new AbortController();
  const terminal: Terminal = {
    print: () => stopped.abort(),
    note: () => undefined,
    paint: (_, text) => text,
    progress: { step: (what) => said.push(what), end: () => said.push('end') },
  };
  await generateOnChange(['2024-11-05'], places, terminal, stopped.signal);
  expect(said).toEqual([
    'Reading 2024-11-05',
    'Comparing the revisions',
    'Generating code',
    'Formatting and comparing the files',
    'end',
  ]);
});
