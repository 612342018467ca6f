// Results of earlier runs in a file, so that an interrupted run goes on, and a next one judges only new versions.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { STAGES } from './judge.mjs';

/** Thrown if a file cannot be used for results. */
export class ResultsError extends Error {
  name = 'ResultsError';
}

/** How a line begins. */
const STARTS = ['{"structure":', '{"text":'];

/** The results in a file. It has a line of JSON for each structure, and for what is derived from each text. */
export class Results {
  #file;
  #verdicts = new Map();
  #derived = new Map();

  /**
   * @param file Default: nothing is stored. What a run that was killed has written of a line is removed
   * @throws {ResultsError} if the file cannot be written, or has something else
   */
  constructor(file) {
    this.#file = file;
    if (file === undefined) return;
    const lines = readLines(file);
    const rest = lines.pop();
    const isTorn = STARTS.some((start) => rest.startsWith(start) || start.startsWith(rest));
    for (const [at, line] of [...lines, ...(isTorn ? [] : [rest])].entries()) {
      const { text, structure, ...derived } = parsed(line);
      if (structure === undefined) throw new ResultsError(`${file} has something else than results in line ${at + 1}`);
      if (text === undefined) this.#verdicts.set(structure, derived);
      else this.#derived.set(text, { structure, ...derived });
    }
    if (rest !== '') writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
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

/** Returns the lines of a file that is written on, and what is after the last one. */
function readLines(file) {
  try {
    appendFileSync(file, '');
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    throw new ResultsError(`Cannot write results to ${file}: ${error.code ?? error.message}`);
  }
}

function parsed(line) {
  try {
    return JSON.parse(line) ?? {};
  } catch {
    return {};
  }
}
