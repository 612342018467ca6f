/**
 * What other targets generate accepts what the guards accept, and nothing else: zod schemas and JSON Schema of every revision, over
 * random valid values and over values with one fault. ORACLE_CHECKS and ORACLE_SEED choose how many and which.
 */

import { describe, expect, test } from 'vitest';
import { emitProtocols } from '../support/emitProtocols.js';
import { deriveText, compileText } from '../support/compileText.js';
import { loadJudges } from '../support/loadGenerated.js';
import { Samples } from '../support/samples.js';
import { REVISIONS, schemaText } from '../support/schemas.js';
import { typeErrors } from '../support/typeErrors.js';
import type { Subject } from './compare.js';
import { subjectOf } from './subjects.js';
import { emitTarget, jsonSchemaGuards, zodGuards, type Guards } from './targetGuards.js';

const SEED = Number(process.env['ORACLE_SEED'] ?? 20260728);
const CHECKS = Math.ceil(Number(process.env['ORACLE_CHECKS'] ?? 8_000 * REVISIONS.length) / REVISIONS.length);

const TARGETS = { zod: zodGuards, 'json-schema': jsonSchemaGuards };

/** Where judges differ from guards, in words, ten at most. */
function compare(
  { definitions, guards, untagged }: Subject,
  judges: Guards,
): { readonly accepted: number; readonly refused: number; readonly disagreements: readonly string[] } {
  const samples = new Samples(definitions, SEED, untagged);
  const counts = { accepted: 0, refused: 0 };
  const disagreements: string[] = [];
  while (counts.accepted + counts.refused < CHECKS && disagreements.length < 10) {
    for (const [name, guard] of Object.entries(guards)) {
      const valid = samples.valid(name);
      const mutation = samples.mutate(name, valid);
      for (const value of mutation ? [valid, mutation.value] : [valid]) {
        const accepted = guard(value);
        counts[accepted ? 'accepted' : 'refused']++;
        if (judges[name]?.(value) === accepted) continue;
        disagreements.push(`${name}: the guard says ${accepted}: ${JSON.stringify(value)}`);
      }
    }
  }
  return { ...counts, disagreements };
}

describe.each(REVISIONS)('revision $revision', ({ revision }) => {
  test.each(Object.entries(TARGETS))('%s agrees with the guards', { timeout: 20_000 + CHECKS }, async (_, load) => {
    const subject = await subjectOf(revision, deriveText(schemaText(revision), revision));
    const judges = load(schemaText(revision), revision);
    expect(Object.keys(judges).sort()).toEqual(Object.keys(subject.guards).sort());
    const { accepted, refused, disagreements } = compare(subject, judges);
    expect(disagreements).toEqual([]);
    expect(Math.min(accepted, refused)).toBeGreaterThan(CHECKS / 10);
  });

  test('the types that zod infers are those of the TypeScript target', () => {
    const protocol = compileText(schemaText(revision), revision);
    const [types] = emitProtocols([protocol]).filter(({ path }) => path.endsWith('/types.ts'));
    const names = protocol.definitions.types.map(({ name }) => name);
    const program = `
      import type * as types from './types.js';
      import type * as zod from './zod.js';
      ${names.map((name) => `export const to${name} = (value: zod.${name}): types.${name} => value;`).join('\n')}`;
    const texts = { 'types.ts': types?.text ?? '', 'zod.ts': emitTarget(schemaText(revision), revision, 'zod') };
    expect(typeErrors(new Map(Object.entries({ ...texts, 'program.ts': program }))).slice(0, 5)).toEqual([]);
  });
});

test('a disagreement is seen', async () => {
  const revision = '2025-03-26';
  const subject = await subjectOf(revision, deriveText(schemaText(revision), revision));
  const { disagreements } = compare(subject, { ...subject.guards, Root: () => true });
  expect(disagreements).not.toEqual([]);
  expect(disagreements.filter((each) => !each.startsWith('Root: the guard says false'))).toEqual([]);
});

describe('constructs that the revisions do not have', () => {
  const TEXT = `
    export interface Tree { value: unknown; children?: Tree[]; }
    export interface Plain { kind: 'plain'; none?: never; on: true }
    export interface Closed { kind: 'closed'; [key: string]: string }
    export interface Numbers {
      kind: 'numbers';
      /** @minimum 0 */
      whole: number;
      /** @TJS-type number
       * @maximum 10 */
      part?: Amount
    }
    /** @maximum 10 */
    export type Amount = number;
    export type Any = Tree | Plain | string;
    export type Tagged = Plain | Closed | Numbers;
    export type Mixed = Tagged | Tagged[];
    export type Levels = 1 | 'two' | false;
    /** @minItems 1 */
    export type Some = (Plain & { more: string })[];`;
  const tree = { value: null, children: [{ value: 1 }, { value: {} }] };
  const plain = { kind: 'plain', on: true };
  const values = [
    ...[tree, { value: undefined }, {}, { value: 1, children: [{}] }],
    ...[plain, { ...plain, on: false }, { ...plain, none: 1 }, { ...plain, more: '' }, { ...plain, more: 1 }],
    ...[{ kind: 'closed', a: 'b' }, { kind: 'closed', a: 1 }, { kind: 'open' }],
    ...[0, 0.5, -1].flatMap((number) => [
      { kind: 'numbers', whole: number },
      { kind: 'numbers', whole: 1, part: number },
    ]),
    ...[1, 'two', false, true, 2, 11, 10.5, null, 'text', [], [plain], [{ ...plain, more: '' }], [[plain]]],
  ].map((value) => JSON.parse(JSON.stringify(value)) as unknown);

  test.each(Object.entries(TARGETS))('%s', (_, load) => {
    const judges = load(TEXT, '2025-11-26');
    const { guards } = loadJudges(emitProtocols([compileText(TEXT, '2025-11-26')]));
    const accepted = new Set<string>();
    for (const [name, judge] of Object.entries(judges)) {
      for (const value of values) {
        const expected = guards[name]?.(value);
        if (expected) accepted.add(name);
        expect(judge(value), `${JSON.stringify(value)} as ${name}`).toBe(expected);
      }
    }
    expect([...accepted].sort()).toEqual(Object.keys(judges).sort());
  });
});
