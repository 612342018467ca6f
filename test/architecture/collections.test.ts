/** What the other side can make a process hold is charged to the ledger, or there is a reason why not. */

import { expect, test } from 'vitest';
import { readProjectFile } from '../support/schemas.js';
import { BOUNDED, CHARGED, EXEMPT } from './collections.js';
import { keptFields } from './keptFields.js';
import { modulesIn } from './modules.js';

const charged = Object.values(CHARGED).flatMap((fields) => Object.entries(fields));
const rows = [...charged.map(([field]) => field), ...Object.keys(BOUNDED), ...Object.values(EXEMPT).flat()];

const kept = ['runtime/src', 'sdk/src']
  .flatMap(modulesIn)
  .filter(({ path }) => !/^\w+\/src\/testing[/.]/.test(path))
  .flatMap(({ path }) => keptFields(path));

test('each collection that is kept has a row in collections.ts, and each row has a collection', () => {
  expect(kept.length).toBeGreaterThan(50);
  expect(rows.toSorted()).toEqual(kept.toSorted());
});

test('what is charged is charged in the file that its row names', () => {
  const wrong = charged.filter(([, file]) => !/\bHolding\b|\.take\('/.test(readProjectFile(file)));
  expect(wrong).toEqual([]);
});

test('each collection is told from what is none', () => {
  const source = `
    const none = new Set(['a']);
    const names = [];
    let text = '';
    const nothing = '';
    interface Facts { readonly known: Map<string, number>; list: string[] }
    class Store<Item> {
      readonly #byName = new Map<string, Item>();
      readonly list: readonly Item[];
      readonly #later: Promise<Set<Item>> | undefined;
      #byKey: { [key: string]: Item };
      static readonly all = [1];
      #text = '';
      #name = 'a';
      #count = 0;
      readonly #read: () => Item[];
      readonly #size: { [Name in 'a' | 'b']: number };
    }`;
  expect(keptFields('a.ts', source)).toEqual([
    'a.ts Facts.known',
    'a.ts Store.#byName',
    'a.ts Store.list',
    'a.ts Store.#later',
    'a.ts Store.#byKey',
    'a.ts Store.all',
    'a.ts Store.#text',
    'a.ts names',
    'a.ts text',
  ]);
});
