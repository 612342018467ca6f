// Results of earlier runs in a file, so that an interrupted run goes on, and a next one judges only new versions.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { STAGES } from './judge.mjs';

/** The results in a file. It has a line of JSON for each structure. */
export class Results {
  #file;
  #verdicts = new Map();

  /** @param file undefined: nothing is stored */
  constructor(file) {
    this.#file = file;
    if (file === undefined || !existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '') continue;
      const { structure, ...result } = JSON.parse(line);
      this.#verdicts.set(structure, result);
    }
  }

  /** Returns the verdict about a structure, up to a stage or further; undefined if it was not judged so far. Default: whatever was tried. */
  find(structure, stage = STAGES[0]) {
    const verdict = this.#verdicts.get(structure);
    const isEnough = verdict?.problems.length > 0 || STAGES.indexOf(verdict?.tried) >= STAGES.indexOf(stage);
    return isEnough ? verdict : undefined;
  }

  /** Stores the verdict about a structure. */
  add(structure, verdict) {
    this.#verdicts.set(structure, verdict);
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify({ structure, ...verdict })}\n`);
  }
}
