/** Two revisions of a type side by side: each line is where it belongs, with what became of it. */

import { expect, test } from 'vitest';
import { explorerData } from '../../site/build/explorerData.mjs';
import type { Files } from '../../site/explorer/data/format.js';
import { fieldRows } from '../../site/explorer/fieldRows.js';
import { REVISION_IDS } from '../support/schemas.js';

const files = await explorerData();

function typesOf(revision: string): Files['types'] {
  return files.get(`types-${revision}`) as Files['types'];
}

function rowsOf(name: string, from: string, to: string): readonly string[] {
  const [older, newer] = [typesOf(from)[name], typesOf(to)[name]];
  if (!older || !newer) throw new Error(`${name} is not in both`);
  return fieldRows(older, newer).map(({ status, depth, was, is }) =>
    [status, depth, was ?? '', is ?? ''].join(' | ').trim(),
  );
}

test('lines that were added, removed, and changed are told apart', () => {
  expect(rowsOf('PromptArgument', '2025-03-26', '2025-06-18')).toEqual([
    'added | 0 |  | extends BaseMetadata',
    'same | 0 | name: string | name: string',
    'added | 0 |  | title?: string',
    'same | 0 | description?: string | description?: string',
    'same | 0 | required?: boolean | required?: boolean',
  ]);
  const rows = rowsOf('Tool', '2025-11-25', '2026-07-28');
  expect(rows).toContain('removed | 0 | execution?: ToolExecution |');
  expect(rows).toContain('changed | 0 | _meta?: { [key: string]: unknown } | _meta?: MetaObject');
  expect(rows).toContain('same | 1 | $schema?: string | $schema?: string');
});

test('an alias has its meaning as a line', () => {
  expect(rowsOf('LoggingLevel', '2024-11-05', '2025-03-26')).toHaveLength(1);
});

test('each line of both revisions of each type is in one row', () => {
  for (const [at, from] of REVISION_IDS.entries()) {
    const to = REVISION_IDS[at + 1];
    if (to === undefined) continue;
    const newer = typesOf(to);
    for (const [name, older] of Object.entries(typesOf(from))) {
      const other = newer[name];
      if (!older || !other) continue;
      const rows = fieldRows(older, other);
      const counts = (explained: typeof older): number => fieldRows(explained, explained).length;
      expect(rows.filter(({ was }) => was !== undefined).length, name).toBe(counts(older));
      expect(rows.filter(({ is }) => is !== undefined).length, name).toBe(counts(other));
    }
  }
});
