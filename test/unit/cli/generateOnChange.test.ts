/** A watch has the options of a single run, and leaves nothing behind. */

import { appendFile, rename } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../../generator/cli/run.js';
import type { Terminal } from '../../../generator/cli/terminal.js';
import { schemaText } from '../../support/schemas.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const ID = '2024-11-05';

/** Watches until the schema folder goes away. Returns what is printed about the first run. */
async function watched(folder: string, ...options: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const terminal: Terminal = {
    print: (line) => void lines.push(line),
    note: (line) => line.startsWith('Watching') && void rename(join(folder, 'schema'), join(folder, 'gone')),
    paint: (_, text) => text,
  };
  const args = ['generate', '--watch', '--schema', join(folder, 'schema'), '--out', join(folder, 'out'), ...options];
  const signals = ['SIGINT', 'SIGTERM'].map((name) => process.listenerCount(name));
  expect(await run(args, terminal)).toBe(2);
  expect(['SIGINT', 'SIGTERM'].map((name) => process.listenerCount(name))).toEqual(signals);
  await rename(join(folder, 'gone'), join(folder, 'schema'));
  return lines.join('\n');
}

test('--draft guesses decisions', async () => {
  const folder = await temporaryFolder({ 'schema/2024-11-06/schema.ts': schemaText(ID) });
  expect(await watched(folder)).toContain('2024-11-06: failed');
  expect(await watched(folder, '--draft')).toMatch(/^2024-11-06: \d+ written/);
});

test('--force replaces what was edited', async () => {
  const folder = await temporaryFolder({ [`schema/${ID}/schema.ts`]: schemaText(ID) });
  expect(await watched(folder)).toMatch(/ \d+ written/);
  await appendFile(join(folder, 'out', ID, 'types.ts'), '// mine\n');
  expect(await watched(folder)).toContain(`${ID}: failed`);
  expect(await watched(folder, '--force')).toContain(`${ID}: 1 written`);
});

test('nothing is written while one of the revisions is invalid, because they share code', async () => {
  const folder = await temporaryFolder({
    [`schema/${ID}/schema.ts`]: schemaText(ID),
    'schema/2025-03-26/schema.ts': 'export type A = keyof B;',
  });
  expect(await watched(folder)).toMatch(/^2025-03-26: failed, \d+ ms$/);
  expect(existsSync(join(folder, 'out'))).toBe(false);
});
