/**
 * Guards and explanations of Python agree with those of TypeScript: over random valid values and values with one fault of every revision.
 * ORACLE_CHECKS chooses how many, ORACLE_SEED which.
 */

import { describe, expect } from 'vitest';
import { compileText, deriveText } from '../support/compileText.js';
import { testUnless } from '../support/omissions.js';
import { missingPython } from '../support/python.js';
import { Samples } from '../support/samples.js';
import { REVISIONS, schemaText } from '../support/schemas.js';
import type { Subject } from '../oracle/compare.js';
import { subjectOf } from '../oracle/subjects.js';
import { disagreements, judge, writePackage, type Case } from './packages.js';

const SEED = Number(process.env['ORACLE_SEED'] ?? 2026);
const CHECKS = Math.ceil(Number(process.env['ORACLE_CHECKS'] ?? 15_000) / REVISIONS.length);

describe('Python agrees with TypeScript', () => {
  for (const { revision } of REVISIONS) {
    testUnless(missingPython(), revision, async () => {
      const text = schemaText(revision);
      const subject = await subjectOf(revision, deriveText(text, revision));
      const cases = casesOf(subject, CHECKS);
      const verdicts = judge(await writePackage([compileText(text, revision)]), revision, cases);
      expect(disagreements(subject, cases, verdicts)).toEqual([]);
      const accepted = verdicts.filter((issues) => issues.length === 0).length;
      console.log(`${cases.length} values, ${accepted} of them accepted, seed ${SEED}`);
      expect(Math.min(accepted, cases.length - accepted)).toBeGreaterThan(cases.length / 4);
    });
  }
});

function casesOf({ definitions, guards, untagged }: Subject, count: number): readonly Case[] {
  const samples = new Samples(definitions, SEED, untagged);
  const cases: Case[] = [];
  while (cases.length < count) {
    for (const name of Object.keys(guards)) {
      const valid = samples.valid(name);
      const mutation = samples.mutate(name, valid);
      cases.push([name, valid], ...(mutation ? [[name, mutation.value] as const] : []));
    }
  }
  return cases;
}
