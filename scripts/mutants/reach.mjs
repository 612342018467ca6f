// Records which tests run which regions of the sources, and orders the tests of a mutant by it.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { filesOf } from './copies.mjs';
import { regionAround } from './probes.mjs';
import { Recording } from './recording.mjs';
import { runTests } from './testRun.mjs';
import { together } from './together.mjs';

/** What does not change which sources the tests reach: documentation, and the mutants themselves. */
const IRRELEVANT = /\.md$|^(scripts|test|test\/fixtures)\/mutants(\/|\.mjs$)|^test\/unit\/scripts\/|^\.ci\//;

/** How much sooner a test runs that has the source's name, or a part of it, or that has found a mutant of the same folder. */
const NAMESAKE = 100;
const PARTIAL_NAMESAKE = 10;
const FINDER = 5;

/** What a mutant changes that a test may name: a message, a method, an id. */
const LITERAL = /'([^'\\\n]{6,})'|"([^"\\\n]{6,})"|`([^`\\\n$]{6,})`/g;

/** A literal in more test files than this does not tell them apart. */
const FEW = 8;

export class Reach {
  /**
   * What is known of each test file: `{ digest, passed, why, limit, ms, quiet, processes, hits, firstHits }`; `firstHits` in place of `hits` where
   * it fails with probes: what ran until then.
   */
  tests = new Map();
  #project;
  #limit;
  /** How often a test file has found a mutant, by `folder test`. */
  #finds = new Map();
  #recording;
  /** What the file has of each test file, those that this run leaves out included. */
  #recorded = {};
  /** The texts of the sources, and those of the test files. */
  #sources;
  #testTexts = new Map();

  /**
   * @param project the project, as in project.mjs
   * @param texts the texts of all sources, by path
   * @param limit milliseconds after which a test file is left out
   */
  constructor(project, texts, limit) {
    this.#project = project;
    this.#limit = limit;
    this.#sources = texts;
    this.#recording = new Recording(project, texts);
    const { root, isTest, isLeftOut = () => false } = project;
    const digests = filesOf(root).map((path) => ({ path, digest: digest(readFileSync(join(root, path))) }));
    const others = digests.filter(({ path }) => !isTest(path) && !IRRELEVANT.test(path));
    const tests = digests.filter(({ path }) => isTest(path) && !isLeftOut(path));
    this.key = digest(JSON.stringify([process.version, others, [...this.#recording.regions.values()]]));
    this.testsKey = digest(JSON.stringify(tests));
    const recorded = existsSync(this.#file) ? JSON.parse(readFileSync(this.#file, 'utf8')) : {};
    for (const { path } of digests) if (Object.hasOwn(recorded, path)) this.#recorded[path] = recorded[path];
    for (const { path, digest } of tests) {
      const known = this.#recorded[path];
      this.#testTexts.set(path, readFileSync(join(root, path), 'utf8'));
      this.tests.set(path, known?.digest === digest ? known : { digest });
    }
  }

  /** What earlier runs have recorded of the same sources, and this one adds to. */
  get #file() {
    return join(this.#project.cache, `reach-${this.key}.json`);
  }

  /** The test files that nothing is known of yet, and those that were stopped earlier than they would be now. */
  get unknown() {
    const isUnknown = ({ passed, limit }) => passed === undefined || limit < this.#limit;
    return [...this.tests].filter(([, known]) => isUnknown(known)).map(([path]) => path);
  }

  /** The test files that cannot be used, with the reason. */
  get unusable() {
    return [...this.tests].filter(([, { passed }]) => !passed).map(([path, { why }]) => ({ path, why }));
  }

  /**
   * Runs the test files that nothing is known of, each alone, in copies with probes. One that fails there runs again
   * without: it may read the sources as text, or measure how large they are.
   *
   * @param tell is called with each test file and what is known of it now
   */
  async record(copies, tell, signal) {
    const again = [];
    await this.#each(
      copies,
      this.unknown,
      async (copy, path) => {
        const found = await this.#recording.during(copy, (preload) => this.#run(copy, path, { preload }, signal));
        if (!found.passed && found.limit === undefined) again.push({ path, firstHits: found.hits });
        else this.#keep(path, found, tell);
      },
      { before: (copy) => this.#recording.instrument(copy), after: (copy) => copy.restore() },
    );
    await this.#each(copies, again, async (copy, { path, firstHits }) => {
      this.#keep(path, { ...(await this.#run(copy, path, {}, signal)), firstHits }, tell);
      copy.restore();
    });
  }

  /**
   * Returns the test files that reach a mutant, those first that are likely to find it soon: that have the source's name, or name
   * what it changes, run little else, and are done quickly. Those that may reach it, as far as is known, come last.
   */
  testsOf(mutant) {
    const region = regionAround(this.#recording.regions.get(mutant.file), mutant);
    const named = this.#naming(mutant);
    const found = [];
    for (const [path, { passed, ms, quiet, processes, hits, firstHits }] of this.tests) {
      if (!passed || ms > this.#limit) continue;
      const reached = hits ?? firstHits ?? {};
      const isReached = reached[mutant.file]?.some((hit) => hit === region || hit === -1) ?? false;
      if (hits !== undefined && !isReached) continue;
      const rank = isReached ? this.#rank(path, mutant, { ms, hits: reached }, named) : Number.POSITIVE_INFINITY;
      found.push({ path, ms, quiet, processes, rank });
    }
    return found.sort((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1));
  }

  /** Remembers which test file has found a mutant. */
  learn({ file }, { outcome, file: test }) {
    const key = `${parse(file).dir} ${test}`;
    if (outcome === 'killed' && test !== undefined) this.#finds.set(key, (this.#finds.get(key) ?? 0) + 1);
  }

  /** Returns the expected time until a test file finds a mutant: its duration, by the share of the sources that it runs. */
  #rank(path, { file, operator }, { ms, hits }, named) {
    const { dir, name } = parse(file);
    const share = Object.keys(hits).length / this.#recording.regions.size;
    const finds = this.#finds.get(`${dir} ${path}`) ?? 0;
    const test = parse(path).name.replace(/(\.long)?\.test$/, '');
    // Those of `defaults` look at all sources.
    const isClose = test === `${operator}s` || named.has(path);
    const closeness = isClose ? NAMESAKE : affinity(name, test);
    return ((ms + 500) * share) / (closeness * (1 + FINDER * finds));
  }

  /** Returns the test files that name what a mutant changes, and few others do. */
  #naming({ file, start, end }) {
    const changed = this.#sources.get(file).slice(start, end);
    const literals = [...changed.matchAll(LITERAL)].map((match) => match.slice(1).find((text) => text !== undefined));
    const naming = literals.map((literal) =>
      [...this.#testTexts].filter(([, text]) => text.includes(literal)).map(([path]) => path),
    );
    return new Set(naming.filter(({ length }) => length <= FEW).flat());
  }

  async #each(copies, paths, work, { before, after } = {}) {
    if (paths.length === 0) return;
    const queue = [...paths];
    await together(
      copies.map(async (copy) => {
        await before?.(copy);
        for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
          await work(copy, path);
        }
        after?.(copy);
      }),
    );
  }

  async #run(copy, path, options, signal) {
    const { globalSetup } = this.#project;
    // All of the time that a file may take is normal.
    const files = [{ path, ms: this.#limit / 5, quiet: this.#limit / 5 }];
    const { outcome, why, times } = await runTests(copy, files, { globalSetup, ...options, patience: 0 }, signal);
    signal.throwIfAborted();
    const limit = outcome === 'timeout' ? this.#limit : undefined;
    return { passed: outcome === 'passed', why, limit, ...(times.get(path) ?? { ms: 0, quiet: 0 }), processes: 1 };
  }

  #keep(path, found, tell) {
    const known = { digest: this.tests.get(path).digest, ...found };
    this.tests.set(path, known);
    mkdirSync(this.#project.cache, { recursive: true });
    this.#recorded[path] = known;
    writeFileSync(this.#file, JSON.stringify(this.#recorded));
    tell(path, known);
  }
}

function digest(content) {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** Returns how close the name of a test is to that of a source: `clientTools` tests `tools`. */
function affinity(source, test) {
  const [one, other] = [source.toLowerCase(), test.toLowerCase()];
  if (one === other) return NAMESAKE;
  return one.includes(other) || other.includes(one) ? PARTIAL_NAMESAKE : 1;
}
