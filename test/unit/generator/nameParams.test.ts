/** The parameters that the header Mcp-Name repeats are fields of the rows of their methods. */

import { expect, test } from 'vitest';
import { nameParams } from '../../../generated/registry/headers.js';
import { buildRegistry } from '../../../generator/analyze/registry.js';
import { buildProtocol } from '../../../generator/model/buildProtocol.js';
import type { Tables } from '../../../generator/model/facts.js';
import { mergeTables } from '../../../generator/read/tables.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';
import { schemaText } from '../../support/schemas.js';
import { TABLES } from '../../support/tables.js';

const NEWEST = '2026-07-28';

test('the registry has those of all rows of the newest revision, with those of extensions', () => {
  const rows = TABLES.methods.filter(({ from, until = NEWEST }) => from <= NEWEST && NEWEST <= until);
  const stated = rows.flatMap(({ method, nameParam }) => (nameParam === undefined ? [] : [[method, nameParam]]));
  expect(stated).not.toEqual([]);
  expect(nameParams).toEqual(Object.fromEntries(stated));
});

test('a row of a project adds its own', () => {
  const row = { method: 'x/open', extension: 'com.example/x', from: NEWEST, capability: 'none', nameParam: 'door' };
  const tables = mergeTables(TABLES, { ...TABLES, methods: [{ ...row, source: 'a page' }] });
  const declarations = readTypeScript(schemaText(NEWEST), 'schema.ts');
  const registry = buildRegistry([buildProtocol(declarations, NEWEST, tables)]);
  const found = registry.nameParams.map(({ name, value }) => [name, value]);
  expect(Object.fromEntries(found)).toEqual({ ...nameParams, 'x/open': 'door' });
});

/** The problems of the newest schema with one more field in a row. */
function problems(method: string, change: object, tables: Partial<Tables> = {}): readonly string[] {
  const methods = TABLES.methods.map((row) => (row.method === method ? { ...row, ...change } : row));
  const declarations = readTypeScript(schemaText(NEWEST), 'schema.ts');
  return buildProtocol(declarations, NEWEST, { ...TABLES, methods, ...tables }).unusedRows;
}

test.each([
  ['tools/call', { nameParam: 'nam' }, 'the parameter nam of tools/call'],
  [
    'tools/list',
    { changes: 'notifications/tools/changed' },
    'the notification notifications/tools/changed of tools/list',
  ],
  ['tools/list', { changes: 'tools/call' }, 'the notification tools/call of tools/list'],
  ['notifications/message', { filter: 'messages' }, 'the filter messages of notifications/message'],
  // Only a boolean property selects a notification as a whole, and only a notification.
  [
    'notifications/message',
    { filter: 'resourceSubscriptions' },
    'the filter resourceSubscriptions of notifications/message',
  ],
  ['tools/list', { filter: 'toolsListChanged' }, 'the filter toolsListChanged of tools/list'],
  [
    'notifications/message',
    { changes: 'notifications/message' },
    'the notification notifications/message of notifications/message',
  ],
])('what a row of %s names and the schema does not have is reported: %j', (method, change, what) => {
  expect(problems(method, change)).toEqual([`overrides.json names ${what}, which the schema does not have`]);
});

test('the place of a feature that begins with a revision is reported if the revision does not declare it', () => {
  const feature = { name: 'doors', what: 'Doors.', place: 'Tool.doors' };
  const features = (row: object): Partial<Tables> => ({ features: [...TABLES.features, { ...feature, ...row }] });
  expect(problems('', {}, features({ from: NEWEST }))).toEqual([
    'overrides.json has Tool.doors for the feature doors, which the schema does not have',
  ]);
  expect(problems('', {}, features({ from: NEWEST, place: 'Tool.icons' }))).toEqual([]);
  expect(problems('', {}, features({}))).toEqual([]);
});
