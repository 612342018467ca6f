/** Which types a schema implies, and what a reference names: the types of a server and the comparison of contracts read both alike. */

import { expect, test } from 'vitest';
import { resolve, typesOf } from '../../generator/drift/schemaParts.js';

test.each<readonly [schema: { readonly [keyword: string]: unknown }, types: readonly string[]]>([
  [{}, []],
  [{ type: 'null' }, ['null']],
  [{ type: ['string', 'null', 'string'] }, ['string', 'null']],
  [{ type: 'integer', properties: {} }, ['integer']],
  [{ type: 'file', items: {} }, ['array']],
  [{ properties: {} }, ['object']],
  [{ required: [] }, ['object']],
  [{ items: {} }, ['array']],
  [{ items: false }, ['array']],
  [{ prefixItems: [{}] }, ['array']],
  [{ minLength: 1, additionalProperties: false }, []],
])('the types of %j: %j', (schema, types) => {
  expect(typesOf(schema)).toEqual(types);
});

const ROOT = {
  properties: { missing: { title: 'of the root' }, list: [{ title: 'first' }] },
  'a/b': 'slash',
  'a~b': 'tilde',
  'a b': 'space',
  '50%': 'percent',
  'a~1b': 'both',
};

test.each<readonly [reference: string, schema: unknown, name: string]>([
  ['#', ROOT, ''],
  ['#/', ROOT, ''],
  ['#/properties/missing', ROOT.properties.missing, 'missing'],
  ['#/properties/list/0', ROOT.properties.list[0], '0'],
  ['#/a~1b', 'slash', 'a/b'],
  ['#/a%7E1b', 'slash', 'a/b'],
  ['#/a~0b', 'tilde', 'a~b'],
  ['#/a~01b', 'both', 'a~1b'],
  ['#/a%20b', 'space', 'a b'],
  ['#/50%', 'percent', '50%'],
  // What follows a part that is missing is not looked for in what was found before.
  ['#/$defs/properties/missing', undefined, 'missing'],
  ['#/$defs/properties', undefined, 'properties'],
  ['#/properties/missing/title/0/1', undefined, '1'],
  ['#/toString', undefined, 'toString'],
  ['#anchor', undefined, ''],
  ['https://example.com/#/properties', undefined, ''],
])('%s refers to %j', (reference, schema, name) => {
  expect(resolve(ROOT, reference)).toEqual({ schema, name });
});
