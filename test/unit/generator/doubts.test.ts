/** Numbers whose docs contradict the JSON Schema, nulls that it omits, and formats that nobody checks, are decisions: open until somebody makes them. */

import { describe, expect, test } from 'vitest';
import { subjectsOf } from '../../../generator/analyze/subjectsOf.js';
import { checkedProtocol } from '../../../generator/checkedProtocol.js';
import { correct } from '../../../generator/model/correct.js';
import { Definitions } from '../../../generator/model/definitions.js';
import { findDoubts } from '../../../generator/model/doubts.js';
import { factsOf, type Tables } from '../../../generator/model/facts.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';
import { compileText } from '../../support/compileText.js';
import { REVISION_IDS, schemaText } from '../../support/schemas.js';
import { errataOf, TABLES } from '../../support/tables.js';

const REVISION = '2026-07-29';

function doubtsIn(text: string): readonly (readonly [decision: string, value: string])[] {
  const { definitions } = compileText(text, REVISION);
  return findDoubts(definitions, []).map(({ decision, value }) => [decision, value]);
}

function property(docs: string, type: string): string {
  return `interface A {\n/** ${docs} */\na: ${type} }`;
}

describe('numbers', () => {
  test.each([
    'A share between 0 and 1.',
    'The fraction that is left.',
    'The probability of success.',
    'A floating-point value.',
    'A percentage of the total.',
    'A value such as 0.5.',
    'The priority (0-1).',
    'The priority, 0 – 1.',
    'A weight of 0..1.',
    'A weight in [0, 1].',
    'A weight in (0; 1).',
    'How sure, from zero to one.',
    'Between 0 and 1 inclusive.',
    'Between 0 (never) and 1 (always).',
    'The weight w: 0 <= w <= 1.',
    'The weight, 0 ≤ w < 1',
    'A real number.',
    'How much is used, in %.',
    'The confidence of the model.',
    'A normalized weight.',
    'The weight.\n@minimum 0\n@maximum 1',
    'The weight.\n@exclusiveMinimum 0\n@maximum 1',
  ])('an integer in doubt: %s', (docs) => {
    expect(doubtsIn(property(docs, 'number'))).toEqual([['numbers/A.a', 'integer']]);
    expect(doubtsIn(property(`${docs}\n@TJS-type number`, 'number'))).toEqual([]);
  });

  test.each([
    ...[
      'The number of items.',
      'A count between 0 and 10.',
      'An integer.',
      'Milliseconds.',
      'From 0 to 1,000.',
      '0-10.',
    ],
    ...[
      'One of 0, 1, or 2.',
      '10-1 is nine.',
      'One of (0, 1, 2).',
      'A count.\n@minimum 0\n@maximum 10',
      'A count.\n@minimum 0',
      'A count.\n@maximum 1',
    ],
  ])('an integer beyond doubt: %s', (docs) => {
    expect(doubtsIn(property(docs, 'number'))).toEqual([]);
  });

  test('a fraction in doubt', () => {
    expect(doubtsIn(property('A whole number.\n@TJS-type number', 'number'))).toEqual([['numbers/A.a', 'number']]);
  });

  test.each([
    ['number[]', 'numbers/A.a[]'],
    ['number[][]', 'numbers/A.a[][]'],
    ['{ [key: string]: number }', 'numbers/A.a.*'],
    ['number[] | string', 'numbers/A.a[]'],
  ])('the docs of %s are about its values', (type, decision) => {
    expect(doubtsIn(property('Each a fraction.', type))).toEqual([[decision, 'integer']]);
    expect(doubtsIn(property('They may be non-integer.', type))).toEqual([[decision, 'integer']]);
    expect(doubtsIn(property('Each a count.', type))).toEqual([]);
  });

  test.each([
    ['interface A { DOCS a: number[] }', 'A.a', ''],
    ['interface A { DOCS a: { [key: string]: number } }', 'A.a', ''],
    ['interface A { a: { DOCS b: number[][] } }', 'A.a.b', ''],
    ['DOCS type A = number[];', 'A', ''],
    ['DOCS type A = number;', 'A', ''],
    ['interface A { a: { DOCS b: number[] }[] }', 'A.a[].b', 'interface A { a: { DOCS b: B }[] }\ntype B = number[];'],
  ])('the remedy for %s removes the doubt', (text, holder, named) => {
    const compile = (schema: string) =>
      compileText(schema.replace('DOCS', '\n/** A fraction. */\n'), REVISION).definitions;
    const [doubt] = findDoubts(compile(text), []);
    expect(doubt?.otherwise).toBe(
      named === ''
        ? `add an erratum with the kind "fractional" for ${holder}`
        : `declare the type of ${holder} as an alias, and add an erratum with the kind "fractional" for it`,
    );
    const [row] = TABLES.errata;
    if (!row) throw new Error('No errata');
    const correction = { ...row, place: named === '' ? holder : 'B', correction: { kind: 'fractional' } } as const;
    const { declarations, unused } = correct(compile(named === '' ? text : named).all, [correction]);
    expect([findDoubts(new Definitions(declarations), []), unused]).toEqual([[], []]);
  });

  test('at every place', () => {
    const docs = '/** A fraction. */';
    const text = `interface A { b: {\n${docs}\nc: number | string }[]; d: { [key: string]: {\n${docs}\ne: number } } }\n${docs}\ntype F = number;`;
    expect(doubtsIn(text).map(([decision]) => decision)).toEqual(['numbers/A.b[].c', 'numbers/A.d.*.e', 'numbers/F']);
  });
});

test('formats that are unknown', () => {
  expect(doubtsIn(property('@format hostname', 'string'))).toEqual([['formats/A.a', 'not checked']]);
  for (const format of ['uuid', 'email', 'date', 'uri']) {
    expect(doubtsIn(property(`@format ${format}`, 'string'))).toEqual([]);
  }
});

describe('nulls that the JSON Schema omits', () => {
  test.each([
    ['string | null', ['nulls/A.a']],
    ['A | null', ['nulls/A.a']],
    ['A | (null | string)', ['nulls/A.a']],
    ['(string | null)[]', ['nulls/A.a[]']],
    ['{ [key: string]: A | null }', ['nulls/A.a.*']],
    ['{ b: { c: A | null } }[] | null', ['nulls/A.a', 'nulls/A.a[].b.c']],
    ['B', ['nulls/B']],
    ['C | string', ['nulls/A.a', 'nulls/B']],
    ['C', []],
    ['null', []],
    ['null[]', []],
    ['unknown | null', []],
    ['A | null | any', []],
    ['string', []],
  ])('%s', (type, decisions) => {
    const others = decisions.includes('nulls/B') ? 'type B = A | null;\n' : '';
    const text = `${others}type C = null;\ninterface A { a: ${type} }`;
    const found = doubtsIn(text).map(([decision]) => decision);
    expect(found.sort()).toEqual([...decisions].sort());
  });

  test('the tag @nullable settles that of its property', () => {
    expect(doubtsIn(property('@nullable', 'string | null'))).toEqual([]);
    expect(doubtsIn(property('@nullable', '(string | null)[] | null'))).toEqual([['nulls/A.a[]', 'accepted']]);
  });

  test('the advice is what the place allows', () => {
    const adviceIn = (text: string) => findDoubts(compileText(text, REVISION).definitions, [])[0]?.otherwise;
    expect(adviceIn('interface A { a?: string | null }')).toBe('add the tag "@nullable", or remove null from the type');
    expect(adviceIn('interface A { a: (string | null)[] }')).toBe('remove null from the type');
    expect(adviceIn('type A = string | null;')).toBe('remove null from the type');
  });

  test('a correction of the place settles it', () => {
    const { definitions } = compileText('type A = string | null;\ninterface B { b: A | null }', REVISION);
    const [row] = TABLES.errata;
    if (!row) throw new Error('No errata');
    const errata = ['A', 'B.b'].map((place) => ({ ...row, place, correction: { kind: 'declared' } as const }));
    expect(findDoubts(definitions, errata)).toEqual([]);
    expect(findDoubts(definitions, errata.slice(0, 1)).map(({ decision }) => decision)).toEqual(['nulls/B.b']);
  });
});

test.each(REVISION_IDS)('revision %s leaves nothing in doubt', (id) => {
  const { definitions } = compileText(schemaText(id), id);
  expect(findDoubts(definitions, errataOf(id))).toEqual([]);
});

describe('the decision', () => {
  const text = schemaText('2026-07-28').replace(
    /(interface Annotations \{)/,
    '$1\n  /**\n   * A weight between 0 and 1.\n   */\n  weight?: number;',
  );
  const declarations = readTypeScript(text, 'schema.ts');
  const schema = { revision: REVISION, declarations, file: 'schema.ts', extensions: [] };
  const newest = TABLES.revisions.at(-1);
  if (!newest) throw new Error('No revisions');
  const decision = 'numbers/Annotations.weight';
  const adopted = (open: readonly string[], isRecorded: boolean): Tables => {
    const record = { ...newest, id: REVISION, open };
    const known = { ...TABLES, revisions: [...TABLES.revisions, record] };
    const subjects = Object.fromEntries(subjectsOf(checkedProtocol(schema, known, 'draft'), factsOf(REVISION, known)));
    const { [decision]: own, ...others } = subjects;
    expect(own).toMatchObject({
      value: 'integer',
      subject: ['Annotations.weight: integer, with docs about fractions'],
    });
    return { ...known, subjects: { ...known.subjects, [REVISION]: isRecorded ? subjects : others } };
  };
  const openIn = (tables: Tables) =>
    checkedProtocol(schema, tables, 'draft').openDecisions.filter((each) => each.decision === decision);

  test('is guessed for a draft', () => {
    const [open] = openIn(TABLES);
    expect(open?.message).toBe(
      'The number Annotations.weight is an integer in the JSON Schema, but its docs speak of fractions. Guess: integer',
    );
    expect(open?.line).toBeGreaterThan(1);
  });

  test('is open while the record lists it, and while nobody has recorded it', () => {
    const [listed] = openIn(adopted([decision], true));
    expect(listed?.remedy).toMatch(/^If it is right, remove "numbers\/Annotations.weight" from "open" of 2026-07-29/);
    const [unknown] = openIn(adopted([], false));
    expect(unknown?.remedy).toBe('Add the tag "@TJS-type number", or an erratum with the kind "fractional".');
  });

  test('is about all words of the docs', () => {
    const subjectIn = (schemaText: string) => {
      const moved = { ...schema, declarations: readTypeScript(schemaText, 'schema.ts') };
      return subjectsOf(checkedProtocol(moved, TABLES, 'draft'), factsOf(REVISION, TABLES)).get(decision);
    };
    expect(subjectIn(text.replace('between 0 and 1.', 'from 0 to 1.'))?.docs).not.toBe(subjectIn(text)?.docs);
    expect(subjectIn(text.replace('A weight between', 'A weight\n   * between'))?.docs).toBe(subjectIn(text)?.docs);
  });

  test('is settled when it is recorded and no longer open', () => {
    expect(openIn(adopted([], true))).toEqual([]);
  });
});

test.each([
  ['resourceSubscriptions?: boolean', 'is not an optional array of strings, which a feature of the SDK reads'],
  ['resourceTopics?: string[]', 'selects no notification'],
])('a filter of a stream says what is in doubt: %s', (declared, doubt) => {
  const text = schemaText('2026-07-28').replace('resourceSubscriptions?: string[]', declared);
  const declarations = readTypeScript(text, 'schema.ts');
  const schema = { revision: REVISION, declarations, file: 'schema.ts', extensions: [] };
  const [name] = declared.split('?');
  const open = checkedProtocol(schema, TABLES, 'draft').openDecisions.find(
    (each) => each.decision === `filters/${name}`,
  );
  expect(open?.message).toContain(`The property ${name} of SubscriptionFilter ${doubt}`);
});
