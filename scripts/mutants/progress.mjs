// What a run has found so far, kept in a file so that an interrupted run can be resumed.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { identityOf } from './equivalents.mjs';

export class Progress {
  #file;
  #against;
  #types = new Map();
  #verdicts = new Map();

  /**
   * @param folder where the file is, whose name depends on the key
   * @param key says what was mutated, and how mutants were drawn
   * @param against `{ tests, budget }`: which tests there are, and how many milliseconds they have for a mutant. One that survived others, or
   * a part of them in less time, has to be judged again
   * @param resume whether to go on from the file, or to begin a new one
   */
  constructor(folder, key, against, resume) {
    this.#file = join(folder, `run-${createHash('sha256').update(key).digest('hex').slice(0, 16)}.jsonl`);
    // JSON does not have Infinity.
    this.#against = { tests: against.tests, budget: Math.min(against.budget, Number.MAX_SAFE_INTEGER) };
    mkdirSync(dirname(this.#file), { recursive: true });
    if (!resume) rmSync(this.#file, { force: true });
    if (!existsSync(this.#file)) return;
    // An interrupted run may have left half a line.
    for (const line of readFileSync(this.#file, 'utf8').split('\n').slice(0, -1)) {
      const { mutant, compiles, verdict, ...before } = JSON.parse(line);
      if (compiles !== undefined) this.#types.set(mutant, compiles);
      else if (verdict.outcome !== 'survived' || this.#sawAsMuch(verdict, before)) this.#verdicts.set(mutant, verdict);
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
    if (verdict.outcome !== 'broken') this.#append({ mutant: key, verdict, ...this.#against });
    return verdict;
  }

  /** Returns whether a mutant has survived all tests that would run now. */
  #sawAsMuch({ tests, reaching }, before) {
    return before.tests === this.#against.tests && (tests === reaching || before.budget >= this.#against.budget);
  }

  #append(entry) {
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
  }
}

function keyOf(mutant) {
  return `${mutant.start}\n${identityOf(mutant)}`;
}
