/** The parameters that the header Mcp-Name repeats are fields of the rows of their methods. */

import { expect, test } from 'vitest';
import { nameParams } from '../../../generated/registry/headers.js';
import { buildRegistry } from '../../../generator/analyze/registry.js';
import { buildProtocol } from '../../../generator/model/buildProtocol.js';
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
