/**
 * Invented next revisions: the newest one with one edit each. Each is refused at its place with advice, or has an open decision, or is
 * right. Silently wrong is none: types are judged by TypeScript, the derived JSON Schema by the tool that derives the official ones, guards
 * and explanations by Ajv on values, and facts by the rows.
 */

import { describe, expect, test } from 'vitest';
import { SchemaProblems } from '../../generator/problems.js';
import { TABLES } from '../support/tables.js';
import { typeErrors } from '../support/typeErrors.js';
import { halvesOf, type Group } from './groups.js';
import { base, judge, judgeCode, type Adopted, type Code, type Judged } from './judge.js';
import { Outcomes } from './outcomes.js';
import type { Row } from './row.js';
import { HEADINGS } from './rows/index.js';

/** The definition that each feature is a part of. */
const OWNERS: ReadonlyMap<string, string> = new Map(
  TABLES.features.flatMap(({ name, place }) => (place === undefined ? [] : [[name, place.split('.')[0] ?? '']])),
);

const adopted = Object.values(HEADINGS)
  .flatMap((rows: readonly Row[]) => rows)
  .filter(({ refused }) => !refused);
const outcomes = new Outcomes<Judged>({ base, judge, statedBy }, adopted);
const groups = outcomes.groups.map((group, at) => ({
  group,
  at,
  edits: group.rows.map(({ row }) => row.edit).join('; '),
}));

describe.each(Object.entries(HEADINGS))('%s', (_, rows: readonly Row[]) => {
  test.each(rows)('$edit', async (row) => {
    const judged = await outcomes.of(row);
    if (judged.problems) {
      const [first] = judged.problems;
      const line = row.change(base).split('\n')[(first?.line ?? 0) - 1];
      expect(first).toMatchObject({
        message: expect.stringMatching(row.refused?.message ?? /^never$/) as string,
        remedy: expect.stringMatching(row.refused?.remedy ?? /^never$/) as string,
      });
      expect(line).toContain(row.refused?.at);
      return;
    }
    const { open, lost, facts } = judged;
    expect({ refused: undefined, open, lost, facts }).toEqual({
      refused: row.refused,
      open: row.open ?? [],
      lost: row.lost ?? [],
      facts: row.facts ?? [],
    });
    expect(unreported(row, judged)).toEqual([]);
    expect(judged.unexplained).toEqual([]);
  });
});

describe('the code of the adopted ones', () => {
  /** The texts for the TypeScript compiler: of each group its generated types, its schema, and a check of what has changed. */
  const texts = new Map<string, string>();

  test.each(groups)('$edits', async ({ group, at }) => {
    for (const [part, [judged, code]] of (await codeOf(group)).entries()) {
      expect({ rewritten: code.rewritten, faults: code.faults }).toEqual({
        rewritten: judged.rows.flatMap(({ row }) => row.rewritten ?? []).sort(),
        faults: [],
      });
      for (const [path, text] of typesOf(judged, code)) texts.set(`${at}-${part}/${path}`, text);
    }
  });

  test('has the types of the schemas', () => {
    expect(typeErrors(texts)).toEqual([]);
    expect(texts.size).toBeGreaterThan(groups.length);
    expect(groups.flatMap(({ group }) => group.rows)).toHaveLength(adopted.length);
  });
});

/** What the rows of edits that are adopted state together. */
function statedBy(rows: readonly Row[]): Adopted {
  const all = (part: 'open' | 'lost' | 'facts'): readonly string[] => rows.flatMap((row) => row[part] ?? []);
  return { open: all('open'), lost: all('lost'), facts: all('facts'), unexplained: [] };
}

/** The code of a group, or of its parts if its edits contradict each other: one removes what another one uses. */
async function codeOf(group: Group): Promise<readonly (readonly [Group, Code])[]> {
  try {
    return [[group, await judgeCode(group)]];
  } catch (error) {
    if (!(error instanceof SchemaProblems) || group.rows.length === 1) throw error;
    const codes: (readonly [Group, Code])[] = [];
    for (const half of halvesOf(base, group)) codes.push(...(await codeOf(half)));
    return codes;
  }
}

/** The facts that are gone, although the specification does not mean it, and that no decision or line of the checklist names. */
function unreported({ isMeant }: Row, { facts, open, lost }: Adopted): readonly string[] {
  if (isMeant) return [];
  return facts.filter((fact) => {
    const [, gone] = /^- (.*)/.exec(fact) ?? [];
    if (gone === undefined) return false;
    const subject = subjectOf(gone);
    const names = (decision: string): boolean =>
      decision.includes(subject) || gone.includes(nameIn(decision)) || decision === removalOf(gone);
    return !open.some(names) && !lost.some((line) => line.includes(subject));
  });
}

/** The decision about names of a kind that are gone, which its problem lists. */
function removalOf(fact: string): string | undefined {
  const [, kind] = /^(feature|error|client capability|server capability)\b/.exec(fact) ?? [];
  return kind && REMOVALS.get(kind);
}

const REMOVALS: ReadonlyMap<string, string> = new Map([
  ['feature', 'removed/features'],
  ['error', 'removed/errors'],
  ['client capability', 'removed/capabilities'],
  ['server capability', 'removed/capabilities'],
]);

/** What a decision about a fact has to name: the method, the definition, the capability, or the code itself. */
function subjectOf(fact: string): string {
  const [, place] = /^erratum (\S+)/.exec(fact) ?? [];
  const [, method] = /^(?:header Mcp-Name of )?(\w+\/[\w/]+)/.exec(fact) ?? [];
  const [, capability] = /^(?:client|server) capability (\w+?)s?(?:\.|$)/.exec(fact) ?? [];
  const [, feature] = /^feature (\w+)/.exec(fact) ?? [];
  const owner = feature && (OWNERS.get(feature) ?? feature);
  if (fact.startsWith('_meta key ')) return 'metadataKeys';
  return place ?? method ?? (capability && `methods/${capability}`) ?? owner ?? fact;
}

/** The name that a fact has if a decision is about it: `PaginatedRequestParams`. A union stands for its messages. */
function nameIn(decision: string): string {
  const [, name = decision] = /^names\/(\w+)$/.exec(decision) ?? [];
  const [, side] = /^(Client|Server)(?:Request|Notification)$/.exec(name) ?? [];
  return side ? ` from ${side.toLowerCase()}` : name;
}

function typesOf(
  { rows, text }: Group,
  { types, definitions, errata }: Code,
): readonly (readonly [path: string, text: string])[] {
  const exported = definitions.filter((name) => new RegExp(String.raw`^export \w+ ${name}\b`, 'm').test(text));
  if (exported.length === 0) return [];
  const wider = new Set(rows.flatMap(({ row }) => row.wider ?? []));
  const checks = exported.map((name) => {
    const narrow = wider.has(name) ? '// @ts-expect-error The generated type is wider.\n' : '';
    return `${narrow}void ((a: Ours.${name}): Theirs.${name} => a);\nvoid ((a: Theirs.${name}): Ours.${name} => a);`;
  });
  const imports = ["import type * as Ours from './types.js';", "import type * as Theirs from './schema.js';"];
  return [
    ['types.ts', types],
    ['schema.ts', errata.includes('JSONRPCErrorResponse.id') ? corrected(text) : text],
    ['checks.ts', [...imports, ...checks].join('\n')],
  ];
}

/** The erratum of the id of errors, which types have and the schema has not. */
function corrected(schema: string): string {
  return schema.replace(/(interface JSONRPCErrorResponse [^}]*\bid\??: RequestId)(?! \|)/, '$1 | null');
}
