/**
 * All targets and the official JSON Schema judge the same cases: the lines of `mcp-gen cases`. Each has the verdict of the case, and Python its
 * issues, too. ORACLE_CHECKS and ORACLE_SEED choose how many and which.
 */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Ajv } from 'ajv';
import { makePlan } from '../../generator/analyze/plan.js';
import { makeCases, type Case } from '../../generator/cases/makeCases.js';
import { loadExplainer } from '../../generator/validate/explainer.js';
import { compileText } from '../support/compileText.js';
import { leaveOut } from '../support/omissions.js';
import { missingPython } from '../support/python.js';
import { officialFile, officialFileMissing, REVISIONS, schemaText, type RevisionId } from '../support/schemas.js';
import { errataOf } from '../support/tables.js';
import { judge as judgeInPython, JsonText, writePackage } from '../python/packages.js';
import { patchedDefinitions } from './patchSchema.js';
import { guardsOf } from './subjects.js';
import { jsonSchemaGuards, zodGuards, type Guards } from './targetGuards.js';

const SEED = Number(process.env['ORACLE_SEED'] ?? 44);
const CASES = Math.ceil(Number(process.env['ORACLE_CHECKS'] ?? 10_000) / REVISIONS.length);

/** How many cases are held at a time. */
const CHUNK = 20_000;

/** Says whether the values of some cases are valid; undefined for a definition that it does not have. */
type Judge = (cases: readonly Case[]) => readonly (boolean | undefined)[];

/** The verdicts of one judge. */
interface Tally {
  judged: number;
  /** The differences, in words, five at most. */
  readonly different: string[];
}

describe.each(REVISIONS)('revision $revision', ({ revision }) => {
  for (const [what, missing] of [
    ['Python', missingPython()],
    ['the official JSON Schema', officialFileMissing(revision, 'schema.json')],
  ] as const) {
    if (missing !== undefined) leaveOut(`${what} agrees`, missing);
  }

  test('every judge agrees', { timeout: 60_000 + CASES * 4 }, async () => {
    const protocol = compileText(schemaText(revision), revision);
    const [{ shapes } = { shapes: {} }] = makePlan([protocol]).revisions;
    const made = makeCases(shapes, await loadExplainer(protocol), CASES, SEED);
    const judges = await judgesOf(revision);
    const tallies = new Map(Object.keys(judges).map((name): [string, Tally] => [name, { judged: 0, different: [] }]));
    let valid = 0;
    for (let chunk = take(made, CHUNK); chunk.length > 0; chunk = take(made, CHUNK)) {
      valid += chunk.filter(({ issues }) => issues.length === 0).length;
      for (const [name, judge] of Object.entries(judges)) count(tallies.get(name), chunk, judge(chunk));
    }
    const counts = [...tallies].map(([name, { judged }]) => `${name} ${judged}`).join(', ');
    console.log(`${revision}: ${CASES} cases, ${valid} of them valid, seed ${SEED}. Judged by ${counts}`);
    for (const [name, { judged, different }] of tallies) {
      expect(different, name).toEqual([]);
      expect(judged, name).toBeGreaterThan(CASES / 2);
    }
    expect(Math.min(valid, CASES - valid)).toBeGreaterThan(CASES / 10);
  });
});

test('a disagreement is seen', () => {
  const tally: Tally = { judged: 0, different: [] };
  const made = { definition: 'Tool', text: '{}', issues: [] };
  count(tally, [made, made, made], [true, undefined, false]);
  expect(tally).toEqual({ judged: 2, different: ['Tool: judged false, expected true: {}'] });
});

async function judgesOf(revision: RevisionId): Promise<{ readonly [name: string]: Judge }> {
  const text = schemaText(revision);
  const guards = guardsOf(revision);
  const official = officialFile(revision, 'schema.json');
  return {
    typescript: byGuards(guards),
    zod: byGuards(zodGuards(text, revision)),
    'json-schema': byGuards(jsonSchemaGuards(text, revision)),
    ...(official !== undefined && { official: byGuards(officialGuards(official, revision)) }),
    ...(missingPython() === undefined && { python: await byPython(revision) }),
  };
}

function byGuards(guards: Guards): Judge {
  return (cases) => cases.map(({ definition, text }) => guards[definition]?.(JSON.parse(text)));
}

/** The definitions of the official file, with the errata, and names for params that it writes in place. */
function officialGuards(path: string, revision: RevisionId): Guards {
  const definitions = patchedDefinitions(readFileSync(path, 'utf8'), guardsOf(revision), errataOf(revision));
  // Without `strictNumbers`, which `strict` turns off with the rest, Ajv accepts numbers that no double has.
  const options = { strict: false, strictNumbers: true, validateFormats: false };
  const ajv = new Ajv(options).addSchema({ definitions }, 'official');
  const names = Object.keys(definitions);
  return Object.fromEntries(
    names.map((name) => [name, (value) => ajv.getSchema(`official#/definitions/${name}`)?.(value) === true]),
  );
}

/** Guards of Python, whose explanations have the places and words of those of TypeScript, too. */
async function byPython(revision: RevisionId): Promise<Judge> {
  const folder = await writePackage([compileText(schemaText(revision), revision)]);
  return (cases) => {
    const lines = cases.map(({ definition, text }) => [definition, new JsonText(text)] as const);
    return judgeInPython(folder, revision, lines).map((issues, index) => {
      const expected = cases[index]?.issues.map(({ pointer, expected: wanted, actual }) => [pointer, wanted, actual]);
      const isValid = issues.length === 0;
      // Issues that differ are a disagreement, too.
      return JSON.stringify(issues) === JSON.stringify(expected) ? isValid : !(expected?.length === 0);
    });
  };
}

function count(tally: Tally | undefined, cases: readonly Case[], verdicts: readonly (boolean | undefined)[]): void {
  cases.forEach(({ definition, text, issues }, index) => {
    const verdict = verdicts[index];
    if (tally === undefined || verdict === undefined) return;
    tally.judged++;
    const expected = issues.length === 0;
    if (verdict !== expected && tally.different.length < 5)
      tally.different.push(`${definition}: judged ${verdict}, expected ${expected}: ${text}`);
  });
}

function take<Item>(items: Iterator<Item>, most: number): readonly Item[] {
  const taken: Item[] = [];
  while (taken.length < most) {
    const next = items.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}
