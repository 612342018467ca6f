/**
 * Draws rows of the table of requirements out of those that tests cover, and prints them with the tests, for a person who
 * breaks the code and looks whether one of these fails. `DRAW` says how many, `SEED` which; `npm run requirements` sets both.
 */

import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { REQUIREMENTS, type Requirement } from '../../conformance/src/requirements/index.js';
import { coveringTests } from './covering.js';
import { Random } from '../../generator/cases/random.js';

export default class DrawReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const covering = coveringTests(modules);
    const covered = REQUIREMENTS.filter(({ id }) => covering.has(id));
    const failed = modules.flatMap((module) => [...module.children.allTests('failed')]);
    const [count, seed] = [Number(process.env['DRAW']), Number(process.env['SEED'])];
    for (const row of draw(covered, count, seed)) console.log(describeRow(row, covering.get(row.id) ?? []));
    const summary = `drawn with seed ${seed} from ${covered.length} rows that are covered`;
    console.log(failed.length === 0 ? summary : `${summary}; ${failed.length} tests failed and cover nothing`);
  }
}

/** So many rows, no row twice, in the order of the table. */
function draw(rows: readonly Requirement[], count: number, seed: number): readonly Requirement[] {
  const random = new Random(seed);
  const left = [...rows];
  const drawn = new Set<Requirement>();
  while (drawn.size < count && left.length > 0) {
    for (const row of left.splice(random.below(left.length), 1)) drawn.add(row);
  }
  return rows.filter((row) => drawn.has(row));
}

function describeRow({ id, must, section, text }: Requirement, tests: readonly TestCase[]): string {
  const places = new Set(tests.map(({ module, fullName }) => `  ${module.relativeModuleId}: ${fullName}`));
  return [`${id}  ${must ? 'MUST' : 'SHOULD'}  ${section}: ${text}`, ...places].join('\n');
}
