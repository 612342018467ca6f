/** The answers on types agree with each other, on every definition of every revision. */

import { expect, test } from 'vitest';
import { Compatibility } from '../../../generator/analyze/assignable.js';
import { shapesOf } from '../../../generator/analyze/buildShapes.js';
import { shapeDiffer } from '../../../generator/analyze/diffShapes.js';
import { fingerprints } from '../../../generator/analyze/fingerprint.js';
import type { Located, Shape, ShapeTable } from '../../../generator/analyze/shape.js';
import { compileText } from '../../support/compileText.js';
import { REVISION_IDS, schemaText } from '../../support/schemas.js';

const tables = REVISION_IDS.map((id) => shapesOf(compileText(schemaText(id), id).definitions));
const PAIRS = tables.slice(1).map((is, index) => [REVISION_IDS[index + 1] ?? '', tables[index] ?? is, is] as const);

function reference(name: string): Shape {
  return { kind: 'reference', name };
}

/** The names of both tables, and whether they mean the same. */
function shared(was: ShapeTable, is: ShapeTable): readonly { readonly name: string; readonly isSame: boolean }[] {
  const names = [...was.keys()].filter((name) => is.has(name));
  const located = [was, is].flatMap((table) => names.map((name): Located => ({ shape: reference(name), table })));
  const numbers = fingerprints(located, { notes: false });
  return names.map((name, index) => ({ name, isSame: numbers[index] === numbers[index + names.length] }));
}

test.each(PAIRS)('%s: what is the same is compatible both ways, and differs nowhere', (_, was, is) => {
  const names = shared(was, is);
  const same = names.filter(({ isSame }) => isSame).map(({ name }) => name);
  expect(same.length).toBeGreaterThan(5);
  expect(same.length).toBeLessThan(names.length);
  const [toNew, toOld] = [new Compatibility(was, is), new Compatibility(is, was)];
  const accepts = (compatibility: Compatibility, name: string) =>
    compatibility.isAssignable(reference(name), reference(name));
  expect(same.filter((name) => !accepts(toNew, name) || !accepts(toOld, name))).toEqual([]);
  const diff = shapeDiffer({ stated: was, guarded: was }, { stated: is, guarded: is });
  const breaking = same.flatMap((name) => diff('', was.get(name) ?? reference(name), is.get(name) ?? reference(name)));
  const silent = ['type-restated', 'deprecated', 'not-deprecated', 'keyword-changed'];
  expect(breaking.filter(({ rule }) => !/^(known-value|other-keys)-/.test(rule) && !silent.includes(rule))).toEqual([]);
});

test.each(REVISION_IDS.map((id, index) => [id, tables[index]] as const))('%s: accepts itself', (_, table) => {
  if (!table) throw new Error('A table is needed');
  const compatibility = new Compatibility(table, table);
  const refused = [...table.keys()].filter(
    (name) => compatibility.fit(reference(name), reference(name)).mismatches.length,
  );
  expect(refused).toEqual([]);
});
