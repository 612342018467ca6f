// Results of earlier runs in a file, so that an interrupted run goes on, and a next one judges only new versions.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { STAGES } from './judge.mjs';

/** The results in a file. It has a line of JSON for each structure, and for what is derived from each text. */
export class Results {
  #file;
  #verdicts = new Map();
  #derived = new Map();

  /** @param file Default: nothing is stored */
  constructor(file) {
    this.#file = file;
    if (file === undefined || !existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '') continue;
      const { text, structure, ...rest } = JSON.parse(line);
      if (text === undefined) this.#verdicts.set(structure, rest);
      else this.#derived.set(text, { structure, ...rest });
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
    this.#append({ structure, ...verdict });
  }

  /** Returns what was derived from a text: `structure` and `differing`; undefined if nothing was. */
  derivedFrom(text) {
    return this.#derived.get(text);
  }

  /** Stores what was derived from a text. */
  addDerived(text, derived) {
    this.#derived.set(text, derived);
    this.#append({ text, ...derived });
  }

  #append(line) {
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }
}
