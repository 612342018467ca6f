/** `generate --watch`, as a person uses it who edits a schema. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { Mailbox } from '../support/mailbox.js';
import { CLI } from '../support/runCli.js';
import { schemaText } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const OLD = '2024-11-05';
const NEW = '2025-03-26';

interface Watching {
  readonly folder: string;
  /** Lines as they come, to be taken one by one. */
  readonly stdout: Mailbox<string>;
  readonly stderr: Mailbox<string>;
  readonly end: (signal: NodeJS.Signals) => Promise<unknown>;
}

/** Watches a folder that holds two schemas, and waits for the first runs. */
async function startWatching(...args: string[]): Promise<Watching> {
  const folder = await temporaryFolder({
    [`schema/${OLD}/schema.ts`]: schemaText(OLD),
    [`schema/${NEW}/schema.ts`]: schemaText(NEW),
  });
  const child = spawn(process.execPath, [CLI, 'generate', '--schema', 'schema', '--watch', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  const end = (signal: NodeJS.Signals): Promise<unknown> => {
    child.kill(signal);
    return closed;
  };
  const watching = { folder, stdout: readLines(child.stdout), stderr: readLines(child.stderr, isProgress), end };
  await watching.stderr.take((line) => line.startsWith('Watching schema.'));
  return watching;
}

function readLines(stream: Readable, isLeftOut: (line: string) => boolean = () => false): Mailbox<string> {
  const lines = new Mailbox<string>();
  createInterface(stream).on('line', (line) => {
    if (!isLeftOut(line)) lines.put(line);
  });
  return lines;
}

/** A slow machine says the steps of a run. */
function isProgress(line: string): boolean {
  return line.endsWith(' ...');
}

/** Replaces a file as editors do: the new text is written beside it and moved into place. */
async function replace(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(`${path}.new`, change(await readFile(path, 'utf8')));
  await rename(`${path}.new`, path);
}

test('each revision is generated, and again when its schema changes', async () => {
  const { folder, stdout, end } = await startWatching();
  const first = stdout.empty();
  expect(first).toHaveLength(1);
  expect(first[0]).toMatch(/^2024-11-05, 2025-03-26: \d+ written, 0 removed, 0 unchanged, \d+ ms$/);

  const types = join(folder, 'generated', NEW, 'types.ts');
  for (const name of ['First', 'Second']) {
    await replace(join(folder, 'schema', NEW, 'schema.ts'), (text) => `${text}\nexport type ${name} = string;\n`);
    expect(await stdout.take()).toMatch(/^2025-03-26: [1-9]\d* written, 0 removed, [1-9]\d* unchanged, \d+ ms$/);
    expect(await readFile(types, 'utf8')).toContain(`export type ${name} = string;`);
  }

  await writeFile(join(folder, 'schema', OLD, 'schema.ts'), schemaText(OLD));
  expect(await stdout.take()).toMatch(/^2024-11-05: 0 written, 0 removed, \d+ unchanged, \d+ ms$/);
  expect(await end('SIGTERM')).toEqual([0, null]);
  expect(stdout.empty()).toEqual(['Stopped watching.']);
});

test('problems are shown, the output stays, and the repaired schema is generated', async () => {
  const { folder, stdout, stderr } = await startWatching(NEW);
  const path = join(folder, 'schema', NEW, 'schema.ts');
  const types = join(folder, 'generated', NEW, 'types.ts');
  const before = await readFile(types, 'utf8');
  stdout.empty();

  await replace(path, (text) => `export type Broken = Elsewhere;\n${text}`);
  expect(await stderr.take()).toMatch(/^schema\S*:1:\d+ {2}/);
  expect(await stdout.take()).toMatch(/^2025-03-26: failed, \d+ ms$/);
  expect(await readFile(types, 'utf8')).toBe(before);

  await rm(path);
  expect(await stderr.take((line) => line.startsWith('error: Unknown revision 2025-03-26'))).toContain(OLD);
  expect(await stdout.take()).toContain('failed');

  await writeFile(path, `${schemaText(NEW)}\nexport type Repaired = string;\n`);
  expect(await stdout.take()).toMatch(/^2025-03-26: [1-9]\d* written/);
  expect(await readFile(types, 'utf8')).toContain('export type Repaired');
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it with exit code 0', async (signal) => {
  const { end, stderr } = await startWatching(OLD);
  expect(await end(signal)).toEqual([0, null]);
  expect(stderr.empty()).toEqual([]);
});
