// The mutants that a seed stands for, in order: those of the drawn sites that compile.
import { Worker } from 'node:worker_threads';
import { drawOrder, mutantOf, sitesIn } from './sites.mjs';

const CHECKER = new URL('types.mjs', import.meta.url);

/** Returns every place that can be mutated, in an order that does not depend on the file system. */
export function sitesOf(texts) {
  return [...texts].flatMap(([path, text]) => sitesIn(path, text));
}

/**
 * Yields `{ mutant, killedByTypes }`: of each site, in the order that the seed stands for, the first option that compiles,
 * and how many options before it did not.
 *
 * @param compiles tells of a mutant whether it compiles
 */
export async function* mutantsOf(texts, sites, seed, compiles) {
  let killedByTypes = 0;
  for (const site of drawOrder(sites, seed)) {
    for (const option of site.options) {
      const mutant = mutantOf(site, option, texts.get(site.file));
      if (!(await compiles(mutant))) {
        killedByTypes++;
        continue;
      }
      yield { mutant, killedByTypes };
      killedByTypes = 0;
      break;
    }
  }
}

/** Returns every mutant of some files, whether it compiles or not. */
export function everyMutantOf(sites, texts, files) {
  return sites
    .filter(({ file }) => files.has(file))
    .flatMap((site) => site.options.map((option) => mutantOf(site, option, texts.get(site.file))));
}

/** Checks mutants against the types, in a thread of its own. */
export class TypeChecker {
  #thread;
  #waiting = new Map();
  #asked = 0;

  /** @param root a built copy of the project; @param configurations as in project.mjs */
  constructor(root, configurations) {
    this.#thread = new Worker(CHECKER, { workerData: { root, configurations } });
    this.#thread.on('message', ({ id, error, broken }) => {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (broken === undefined) resolve(error === undefined);
      else reject(new Error(`The type check failed: ${broken}`));
    });
    this.#thread.on('error', (error) => {
      for (const { reject } of this.#waiting.values()) reject(error);
    });
  }

  /** Returns whether a mutant compiles. */
  compiles({ file, text }) {
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#thread.postMessage({ id, path: file, text });
    });
  }

  async close() {
    await this.#thread.terminate();
  }
}
