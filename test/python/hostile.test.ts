/**
 * Packages of Python from random schemas with texts and names that mean something in code: they declare what they should, and their guards
 * and explanations agree with those of TypeScript. HOSTILE_SCHEMAS chooses how many; MCP_PYTHON_KEPT names a folder that keeps the packages,
 * for a formatter and type checkers.
 */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { makePlan } from '../../generator/analyze/plan.js';
import { makeCases } from '../../generator/cases/makeCases.js';
import type { Protocol } from '../../generator/model/protocol.js';
import { SchemaProblems } from '../../generator/problems.js';
import { targets } from '../../generator/targets/index.js';
import { requireNames } from '../../generator/targets/target.js';
import { loadExplainer } from '../../generator/validate/explainer.js';
import { compileText } from '../support/compileText.js';
import { emitProtocols } from '../support/emitProtocols.js';
import { hostileSchema } from '../support/hostile.js';
import { loadJudges } from '../support/loadGenerated.js';
import { testUnless } from '../support/omissions.js';
import { missingPython, PYTHON } from '../support/python.js';
import { ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { disagreements, judge, JsonText, writeInto, type Case } from './packages.js';

const SCHEMAS = Number(process.env['HOSTILE_SCHEMAS'] ?? 60);
const CASES = 200;

/** The model of a random schema; undefined for one that is refused. */
function compile(seed: number): Protocol | undefined {
  try {
    const protocol = compileText(hostileSchema(seed).text);
    for (const target of [targets.typescript, targets.python]) requireNames(target, protocol);
    return protocol;
  } catch (error) {
    if (error instanceof SchemaProblems) return undefined;
    throw error;
  }
}

testUnless(missingPython(), 'hostile schemas', async () => {
  const folder = process.env['MCP_PYTHON_KEPT'] ?? (await temporaryFolder());
  let compiled = 0;
  for (let seed = 1; seed <= SCHEMAS; seed++) {
    const protocol = compile(seed);
    if (protocol === undefined) continue;
    compiled++;
    const name = `schema${seed}`;
    await writeInto(folder, name, [protocol]);
    const [{ shapes } = { shapes: {} }] = makePlan([protocol]).revisions;
    const made = makeCases(shapes, await loadExplainer(protocol), CASES, seed);
    const cases = [...made].map(({ definition, text }): Case => [definition, new JsonText(text)]);
    const verdicts = judge(folder, protocol.revision, cases, name);
    const found = disagreements(loadJudges(emitProtocols([protocol])), cases, verdicts);
    if (found.length > 0) console.log(`Schema ${seed}`);
    expect(found).toEqual([]);
  }
  expect(compiled).toBeGreaterThan(SCHEMAS / 6);
  const { stdout, stderr } = spawnSync(PYTHON, [join(ROOT, 'test/python/statements.py'), folder], { encoding: 'utf8' });
  expect(stdout + stderr).toBe('');
});
