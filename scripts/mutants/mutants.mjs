// The mutants that a seed stands for, in order: those of the drawn sites that compile.
import { Worker } from 'node:worker_threads';
import { GROUPS } from './operators/index.mjs';
import { randomIntegers, shuffled } from './random.mjs';
import { drawOrder, mutantOf, sitesIn } from './sites.mjs';

const CHECKER = new URL('types.mjs', import.meta.url);

/** Returns every place that can be mutated, in an order that does not depend on the file system. */
export function sitesOf(texts) {
  return [...texts].flatMap(([path, text]) => sitesIn(path, text));
}

/**
 * Yields `{ mutant, killedByTypes }`: of each site, in the order that the seed stands for, the first option that compiles,
 * and how many options before it do not. Semantic and syntactic mutants take turns, and so do the kinds of semantic ones: there are
 * many calls with an optional argument, and few refunds.
 *
 * @param compiles tells of a mutant whether it compiles, and can differ by its types
 */
export function mutantsOf(texts, sites, seed, compiles) {
  const of = (names, seed) => {
    const drawn = drawOrder(
      sites.filter(({ operator }) => names.includes(operator)),
      seed,
    );
    return compiling(texts, drawn, compiles);
  };
  const kinds = shuffled(GROUPS.semantic, randomIntegers(seed)).map((name) => of([name], `${seed} ${name}`));
  return byTurns([byTurns(kinds), of(GROUPS.syntactic, seed)]);
}

async function* compiling(texts, sites, compiles) {
  let killedByTypes = 0;
  for (const site of sites) {
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

/** Yields one of each in turn, until all have ended. */
async function* byTurns(generators) {
  const left = [...generators];
  for (let at = 0; left.length > 0; at++) {
    at %= left.length;
    const { done, value } = await left[at].next();
    if (done) left.splice(at--, 1);
    else yield value;
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

  /** Returns whether a mutant compiles, and can differ by its types. */
  compiles({ file, text, asks }) {
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#thread.postMessage({ id, path: file, text, asks });
    });
  }

  async close() {
    await this.#thread.terminate();
  }
}
