/** The data of the explorer is complete: each method and type of each revision, and the changes between any two. */

import { expect, test } from 'vitest';
import { allMessages } from '../../generator/model/protocol.js';
import { explorerData } from '../../site/build/explorerData.mjs';
import type { Files } from '../../site/explorer/data/format.js';
import { compileText } from '../support/compileText.js';
import { readProjectFile, REVISION_IDS, schemaText } from '../support/schemas.js';

const files = await explorerData();
const protocols = REVISION_IDS.map((id) => compileText(schemaText(id), id));

function fileOf<Kind extends keyof Files>(kind: Kind, ...parts: readonly string[]): Files[Kind] {
  const file = files.get([kind, ...parts].join('-'));
  if (file === undefined) throw new Error(`No file ${kind} ${parts.join(' ')}`);
  return file as Files[Kind];
}

test('the index has every method and type of every revision, with sender and capability', () => {
  const { revisions, methods, types } = fileOf('index');
  expect(revisions.map(({ id }) => id)).toEqual([...REVISION_IDS]);
  for (const protocol of protocols) {
    const { revision } = protocol;
    const listed = methods.filter((row) => row.in[revision] !== undefined);
    const expected = allMessages(protocol).map(({ method, kind, senders, capability }) => ({
      name: method,
      kind,
      senders,
      capability,
      embedded: protocol.embedded.some((each) => each.method === method) ? true : undefined,
    }));
    const found = listed.map(({ name, kind, in: facts }) => {
      const { senders, capability, embedded } = facts[revision] ?? { senders: [] };
      return { name, kind, senders, capability, embedded };
    });
    expect(found.toSorted(byName)).toEqual(expected.toSorted(byName));
    const declared = protocol.definitions.all.map(({ name }) => name).toSorted();
    expect(types.filter((row) => row.in.includes(revision)).map(({ name }) => name)).toEqual(declared);
    const row = revisions.find(({ id }) => id === revision);
    expect(row).toMatchObject({ era: protocol.era, batching: protocol.batching, types: declared.length });
  }
});

test('each revision has an explanation of each of its methods and types', () => {
  for (const protocol of protocols) {
    const { revision } = protocol;
    const methods = fileOf('methods', revision);
    expect(Object.keys(methods).toSorted()).toEqual(
      allMessages(protocol)
        .map(({ method }) => method)
        .toSorted(),
    );
    for (const [name, explained] of Object.entries(methods)) expect(explained).toMatchObject({ name, revision });
    const types = fileOf('types', revision);
    expect(Object.keys(types).toSorted()).toEqual(protocol.definitions.all.map(({ name }) => name).toSorted());
    for (const [name, explained] of Object.entries(types)) expect(explained).toMatchObject({ name, revision });
  }
});

test('any two revisions have a comparison', () => {
  for (const [at, older] of REVISION_IDS.entries()) {
    for (const newer of REVISION_IDS.slice(at + 1)) {
      const report = fileOf('diff', older, newer);
      expect([report.old.revision, report.new.revision, report.equal]).toEqual([older, newer, false]);
    }
  }
  expect([...files.keys()].filter((name) => name.startsWith('diff-')).length).toBe(10);
});

test('a method that a revision has removed says what to do instead', () => {
  const steps = fileOf('steps');
  const advice = steps['elicitation/create']?.find(({ revision }) => revision === '2026-07-28')?.changes[0]?.advice;
  expect(advice?.[0]?.todo).toContain('Answer with `InputRequiredResult`');
  expect(steps['tasks/get']?.map(({ revision, status }) => `${revision} ${status}`)).toEqual([
    '2025-11-25 added',
    '2026-07-28 removed',
  ]);
});

test('each type leads to the specification, to a guide, and to its declaration', () => {
  const { guides, declared } = fileOf('links');
  for (const { revision } of protocols) {
    for (const [name, explained] of Object.entries(fileOf('types', revision))) {
      expect(explained?.see.at(-1), name).toMatch(new RegExp(`${revision}/schema(\\.ts)?(#\\w+)?$`));
      expect(guides[name]?.length, name).toBeGreaterThan(0);
      const line = readProjectFile(`generated/${revision}/types.ts`).split('\n')[(declared[revision]?.[name] ?? 0) - 1];
      expect(line ?? '', name).toMatch(new RegExp(`^export .*\\b${name}\\b`));
    }
  }
});

test('methods and types lead to the lines that handle them', () => {
  const { code } = fileOf('links');
  expect(code['Tool']?.[0]).toMatch(/^sdk\/src\/server\/tools\.ts:\d+$/);
  for (const [name, places] of Object.entries(code)) {
    expect(places?.length, name).toBeLessThanOrEqual(6);
    for (const place of places ?? []) {
      const [file = '', line = ''] = place.split(':');
      expect(readProjectFile(file).split('\n').length, place).toBeGreaterThanOrEqual(Number(line));
    }
  }
});

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}
