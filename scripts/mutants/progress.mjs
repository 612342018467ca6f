// What a run has found so far, kept in a file so that an interrupted run can be resumed.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { identityOf } from './equivalents.mjs';

export class Progress {
  #file;
  #tests;
  #types = new Map();
  #verdicts = new Map();

  /**
   * @param folder where the file is, whose name depends on the key
   * @param key says what was mutated, and how mutants were drawn
   * @param tests says which tests there are: a mutant that survived others has to be judged again
   * @param resume whether to go on from the file, or to begin a new one
   */
  constructor(folder, key, tests, resume) {
    this.#file = join(folder, `run-${createHash('sha256').update(key).digest('hex').slice(0, 16)}.jsonl`);
    this.#tests = tests;
    mkdirSync(dirname(this.#file), { recursive: true });
    if (!resume) rmSync(this.#file, { force: true });
    if (!existsSync(this.#file)) return;
    // An interrupted run may have left half a line.
    for (const line of readFileSync(this.#file, 'utf8').split('\n').slice(0, -1)) {
      const { mutant, compiles, verdict, tests: against } = JSON.parse(line);
      if (compiles !== undefined) this.#types.set(mutant, compiles);
      else if (verdict.outcome !== 'survived' || (against === tests && sawAll(verdict)))
        this.#verdicts.set(mutant, verdict);
    }
  }

  /** Returns whether a mutant compiles: remembered, or found out. */
  async compiles(mutant, find) {
    const key = keyOf(mutant);
    const known = this.#types.get(key);
    if (known !== undefined) return known;
    const compiles = await find(mutant);
    this.#types.set(key, compiles);
    this.#append({ mutant: key, compiles });
    return compiles;
  }

  /** Returns the verdict on a mutant: remembered, or found out. */
  async verdict(mutant, find) {
    const key = keyOf(mutant);
    const known = this.#verdicts.get(key);
    if (known !== undefined) return known;
    const verdict = await find(mutant);
    if (verdict.outcome !== 'broken') this.#append({ mutant: key, verdict, tests: this.#tests });
    return verdict;
  }

  #append(entry) {
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
  }
}

/** Returns whether all tests that reach a mutant have run. */
function sawAll({ tests, reaching = tests }) {
  return tests === reaching;
}

function keyOf(mutant) {
  return `${mutant.start}\n${identityOf(mutant)}`;
}
