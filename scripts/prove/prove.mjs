// Shows that the tests of a requirement notice when the code that they run breaks.
import { Copies } from '../mutants/copies.mjs';
import { judge } from '../mutants/judge.mjs';
import { sitesOf } from '../mutants/mutants.mjs';
import { Recording } from '../mutants/recording.mjs';
import { mutantOf } from '../mutants/sites.mjs';
import { readSources } from '../mutants/sources.mjs';
import { runTests } from '../mutants/testRun.mjs';
import { drawBreaks } from './drawBreaks.mjs';

/** Milliseconds after which a test file is left out. */
const LIMIT = 300_000;

/**
 * Breaks places that the tests of a row run, one at a time, until one of these tests fails.
 *
 * @param project the project, as in mutants/project.mjs, with `filesNaming(id)`: the test files that name a row, and in a second list those
 * whose helpers do, which count if no test of the first ones covers it
 * @param ids the rows
 * @param options `{ breaks, seed }`: how many places are broken at most, and what they depend on
 * @param log is called with each line
 * @param signal ends the run
 * @returns the rows that no test was seen to fail for, with the reason: `{ id, why }`
 */
export async function prove(project, ids, options, log, signal) {
  const texts = readSources(project);
  const recording = new Recording(project, texts);
  const copies = new Copies(project.root);
  try {
    log(`Building a copy of the project in ${copies.folder}`);
    copies.fill();
    project.prepare(copies.pristine);
    const prover = new Prover(
      project,
      { texts, recording, copy: copies.add('broken'), probed: copies.add('probed') },
      log,
      signal,
    );
    await recording.instrument(prover.probed);
    const unproven = [];
    for (const id of ids) {
      const why = await prover.prove(id, options);
      log(why === undefined ? `${id} is proven` : `${id} is not proven: ${why}`);
      if (why !== undefined) unproven.push({ id, why });
    }
    return unproven;
  } finally {
    copies.remove();
  }
}

class Prover {
  /** The copy whose sources record what runs. */
  probed;
  #project;
  #texts;
  #recording;
  #copy;
  #log;
  #signal;
  #covers = new Map();

  constructor(project, { texts, recording, copy, probed }, log, signal) {
    this.#project = project;
    this.#texts = texts;
    this.#recording = recording;
    this.#copy = copy;
    this.probed = probed;
    this.#log = log;
    this.#signal = signal;
  }

  /** Returns why a row is not proven, or undefined. */
  async prove(id, { breaks, seed }) {
    const tests = await this.#testsOf(id);
    if (tests.length === 0) return 'no test that passes covers it';
    const { hits, files } = await this.#record(tests);
    const sites = sitesOf(new Map([...this.#texts].filter(([path]) => Object.hasOwn(hits, path))));
    const drawn = drawBreaks(sites, { hits, regions: this.#recording.regions }, id, seed).slice(0, breaks);
    const paths = files.map(({ path }) => path).join(', ');
    this.#log(`${id}: tests ${tests.length} (${paths}), sources that they run ${Object.keys(hits).length}`);
    let hasFailed = false;
    for (const [at, site] of drawn.entries()) {
      const mutant = mutantOf(site, site.options[0], this.#texts.get(site.file));
      const failed = await this.#failureBy(mutant, tests, files);
      this.#log(`  ${at + 1}/${breaks} ${mutant.file}:${mutant.line} ${mutant.operator}: ${describe(mutant, failed)}`);
      // A program that cannot go on says less of the row than an assertion.
      if (failed?.isAssertion) return undefined;
      hasFailed ||= failed !== undefined;
    }
    return hasFailed ? undefined : `none of ${drawn.length} breaks was noticed`;
  }

  /** Returns the tests that cover a row: `{ file, test }`. */
  async #testsOf(id) {
    for (const paths of this.#project.filesNaming(id)) {
      const found = [];
      for (const path of paths) found.push(...(await this.#coveringTests(path)).filter(({ ids }) => ids.includes(id)));
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Returns the tests of a file that cover rows, with their ids. */
  async #coveringTests(path) {
    const known = this.#covers.get(path);
    if (known !== undefined) return known;
    const { outcome, why = '', covers } = await this.#run(this.#copy, path);
    if (outcome !== 'passed') this.#log(`left out: ${path} does not pass: ${why.split('\n', 1)[0]}`);
    const found = outcome === 'passed' ? covers : [];
    this.#covers.set(path, found);
    this.#copy.restore();
    return found;
  }

  /** Returns the regions that tests run, and the files that they are in, as `judge` takes them. */
  async #record(tests) {
    const all = {};
    const files = [];
    for (const path of new Set(tests.map(({ file }) => file))) {
      const names = tests.filter(({ file }) => file === path).map(({ test }) => test);
      const run = (preload) => this.#run(this.probed, path, { preload, names });
      const { outcome, why, times, processes, hits } = await this.#recording.during(this.probed, run);
      if (outcome !== 'passed') {
        this.#log(`${path} does not pass while the places that it runs are recorded, so they are incomplete: ${why}`);
      }
      for (const [source, ids] of Object.entries(hits)) all[source] = [...(all[source] ?? []), ...ids];
      files.push({ path, ms: LIMIT / 5, quiet: LIMIT / 5, ...times.get(path), processes });
    }
    return { hits: all, files };
  }

  /** Returns which of some tests fails because of a mutant, and how. One that stands still would fail by its timeout. */
  async #failureBy(mutant, tests, files) {
    const names = [...new Set(tests.map(({ test }) => test))];
    const isAlone = files.every(({ processes }) => processes <= 1);
    // What runs in the process of the tests alone needs no build.
    const project = { ...this.#project, names, ...(isAlone && { build: () => Promise.resolve() }) };
    const verdict = await judge(project, this.#copy, mutant, files, Infinity, this.#signal);
    if (verdict.outcome === 'timeout') return { ...verdict, test: 'a test stands still', isAssertion: false };
    const isOfRow = tests.some(({ file, test }) => file === verdict.file && test === verdict.test);
    return verdict.outcome === 'killed' && isOfRow ? verdict : undefined;
  }

  async #run(copy, path, options) {
    const { globalSetup } = this.#project;
    // All of the time that a file may take is normal.
    const files = [{ path, ms: LIMIT / 5, quiet: LIMIT / 5 }];
    const found = await runTests(copy, files, { globalSetup, ...options, patience: 0 }, this.#signal);
    this.#signal.throwIfAborted();
    return found;
  }
}

function describe({ before, after }, failed) {
  if (failed === undefined) return 'not noticed';
  const { file, test, why, isAssertion } = failed;
  const how = isAssertion ? 'noticed' : 'noticed without an assertion';
  return `${how} by ${file} (${test})\n  - ${before}\n  + ${after}\n  ${why.split('\n', 1)[0]}`;
}
