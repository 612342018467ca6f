/**
 * Invented next revisions: the newest one with one edit each. Each is refused at its place with advice, or has an open decision, or is
 * right. Silently wrong is none: types are judged by TypeScript, the derived JSON Schema by the tool that derives the official ones, guards
 * and explanations by Ajv on values, and facts by the rows.
 */

import { afterAll, describe, expect, test } from 'vitest';
import { typeErrors } from '../support/typeErrors.js';
import { judge, textOf, type Adopted } from './judge.js';
import type { Row } from './row.js';
import { HEADINGS } from './rows/index.js';

/** The headings whose edits change types more than facts. With `EDITS=all`, the code of all revisions is judged, in twice the time. */
const CODE: ReadonlySet<string> = new Set(['types', 'results', 'constraints', 'numbers', 'names', 'grammar']);
const isJudged = (heading: string): boolean => process.env['EDITS'] === 'all' || CODE.has(heading);

/** The texts for the TypeScript compiler: of each revision its generated types, its schema, and a check of what has changed. */
const texts = new Map<string, string>();

describe.each(Object.entries(HEADINGS))('%s', (heading, rows: readonly Row[]) => {
  const expected = rows.filter(({ silentlyWrong }) => silentlyWrong === undefined);

  test.each(expected)('$edit', async (row) => {
    const judged = await judge(row, isJudged(heading));
    if (judged.problems) {
      const [first] = judged.problems;
      const line = textOf(row).split('\n')[(first?.line ?? 0) - 1];
      expect(first).toMatchObject({
        message: expect.stringMatching(row.refused?.message ?? /^never$/) as string,
        remedy: expect.stringMatching(row.refused?.remedy ?? /^never$/) as string,
      });
      expect(line).toContain(row.refused?.at);
      return;
    }
    const { open, lost, facts, faults } = judged;
    expect({ refused: undefined, open, lost, facts, faults }).toEqual({
      refused: row.refused,
      open: row.open ?? [],
      lost: row.lost ?? [],
      facts: row.facts ?? [],
      faults: [],
    });
    expect(unreported(row, judged)).toEqual([]);
    addTypes(`${heading}/${rows.indexOf(row)}`, row, judged);
  });
});

test('the generated types of all of them are those of their schemas', () => {
  expect(typeErrors(texts)).toEqual([]);
  expect(texts.size).toBeGreaterThan(150);
});

/** The facts that are gone, although the specification does not mean it, and nothing reports it. */
function unreported({ isMeant }: Row, { facts, open, lost }: Adopted): readonly string[] {
  if (isMeant) return [];
  const isRenamed = open.some((decision) => decision.startsWith('names/'));
  return facts.filter((fact) => {
    const [, subject = ''] = /^- ([^:]+)/.exec(fact) ?? [];
    const isReported = [`methods/${subject}`, `errata/${subject.split(' ')[1]}`].some((each) => open.includes(each));
    return (
      subject !== '' && !(isReported || isRenamed || open.length > 0 || lost.some((each) => each.startsWith(subject)))
    );
  });
}

function addTypes(folder: string, row: Row, { types, definitions, errata }: Adopted): void {
  const schema = textOf(row);
  const exported = definitions.filter((name) => new RegExp(String.raw`^export \w+ ${name}\b`, 'm').test(schema));
  if (exported.length === 0) return;
  const checks = exported.map((name) => {
    const narrow = row.wider?.includes(name) ? '// @ts-expect-error The length of an array.\n' : '';
    return `${narrow}void ((a: Ours.${name}): Theirs.${name} => a);\nvoid ((a: Theirs.${name}): Ours.${name} => a);`;
  });
  texts.set(`${folder}/types.ts`, types);
  texts.set(`${folder}/schema.ts`, errata.includes('JSONRPCErrorResponse.id') ? corrected(schema) : schema);
  texts.set(
    `${folder}/checks.ts`,
    ["import type * as Ours from './types.js';", "import type * as Theirs from './schema.js';", ...checks].join('\n'),
  );
}

/** The erratum of the id of errors, which types have and the schema has not. */
function corrected(schema: string): string {
  return schema.replace(/(interface JSONRPCErrorResponse [^}]*\bid\??: RequestId)(?! \|)/, '$1 | null');
}

afterAll(() => texts.clear());
