// A run: copies the project, records what its tests reach, and judges mutants until there are enough.
import { join } from 'node:path';
import { Copies } from './copies.mjs';
import { identityOf, readEquivalents, staleAmong } from './equivalents.mjs';
import { judge } from './judge.mjs';
import { judgeByLint } from './lint.mjs';
import { everyMutantOf, mutantsOf, sitesOf, TypeChecker } from './mutants.mjs';
import { Progress } from './progress.mjs';
import { Reach } from './reach.mjs';
import { readSources } from './sources.mjs';
import { together } from './together.mjs';

/** How many mutants are checked against the types ahead of those that are judged. */
const AHEAD = 3;

/**
 * Judges the mutants that a seed stands for.
 *
 * @param project the project, as in project.mjs
 * @param options `{ seed, count, only, kinds, workers, slowest, budget, pick, resume }`: `kinds` has the names of the operators,
 * `slowest` is how many seconds a test file may take, `budget` how many seconds the tests of one mutant may take, any by default; `pick`
 * has the numbers of those to judge, all by default
 * @param log is called with each line about the progress; onResult with each result: `{ number, mutant, verdict }`
 * @param signal ends the run
 * @returns `{ results, killedByTypes, stale, unusable }`: the results in order, how many mutants more did not compile, entries
 * of the list of equivalents that describe nothing, and test files that do not pass without a mutant
 */
export async function run(project, options, { log, onResult }, signal) {
  const { seed, only = '', kinds, workers = 2, slowest = 60, budget = Infinity, resume = false } = options;
  const texts = readSources(project);
  const mutated = new Map([...texts].filter(([path]) => path.startsWith(only)));
  if (mutated.size === 0) {
    throw new Error(`No source begins with "${only}". Sources: ${Object.keys(project.configurations).join(', ')}`);
  }
  const sites = sitesOf(mutated);
  const entries = readEquivalents(join(project.root, project.equivalents));
  const stale = staleAmong(
    entries.filter(({ file }) => file.startsWith(only)),
    everyMutantOf(sites, texts, new Set(entries.map(({ file }) => file))),
  );

  const reach = new Reach(project, texts, slowest * 1000);
  const copies = new Copies(project.root);
  let types;
  try {
    log(`Building a copy of the project in ${copies.folder}`);
    copies.fill();
    project.prepare(copies.pristine);
    const workerCopies = Array.from({ length: workers }, (_, at) => copies.add(`${at + 1}`));
    await recordReach(reach, workerCopies, log, signal);
    types = new TypeChecker(copies.pristine, project.configurations);
    const against = { tests: reach.testsKey, budget: budget * 1000 };
    const progress = new Progress(project.cache, `${reach.key}-${seed}-${only}-${kinds}`, against, resume);
    const ofKinds = sites.filter(({ operator }) => kinds.includes(operator));
    const drawn = mutantsOf(texts, ofKinds, seed, (mutant) => progress.compiles(mutant, (it) => types.compiles(it)));
    const proofs = new Map(entries.map((entry) => [identityOf(entry), entry.proof]));
    const find = async (copy, mutant) => {
      const proof = proofs.get(identityOf(mutant));
      if (proof !== undefined) return { outcome: 'equivalent', why: proof };
      const verdict = await progress.verdict(mutant, async () => {
        const verdict = await judge(project, copy, mutant, reach.testsOf(mutant), budget * 1000, signal);
        return verdict.outcome === 'survived' ? { ...verdict, ...(await judgeByLint(copy, mutant, signal)) } : verdict;
      });
      reach.learn(mutant, verdict);
      return verdict;
    };
    const judged = await judgeAll(drawn, workerCopies, options, find, onResult, signal);
    return { ...judged, stale, unusable: reach.unusable };
  } finally {
    await types?.close();
    copies.remove();
  }
}

async function recordReach(reach, copies, log, signal) {
  const { length } = reach.unknown;
  if (length === 0) return;
  log(`Recording which sources ${length} of ${reach.tests.size} test files run; later runs use it`);
  let done = 0;
  const tell = (path, { passed, ms, why = '' }) => {
    const outcome = passed ? `${(ms / 1000).toFixed(1)} s` : `left out: ${why.split('\n', 1)[0]}`;
    log(`${++done}/${length} ${path}: ${outcome}`);
  };
  await reach.record(copies, tell, signal);
}

/** Hands out mutants to the workers, in order, until there are enough. */
async function judgeAll(drawn, copies, { count, pick }, find, onResult, signal) {
  const results = [];
  let killedByTypes = 0;
  let asked = 0;
  let hasFailed = false;
  const ahead = [];
  const take = async () => {
    for (; ahead.length < AHEAD && asked < count; asked++) ahead.push(numbered(drawn.next(), asked + 1));
    return ahead.shift();
  };
  const numbered = async (next, number) => {
    const { done, value } = await next;
    if (!done) killedByTypes += value.killedByTypes;
    return done ? undefined : { number, mutant: value.mutant };
  };
  const judgeNext = async (copy, { number, mutant }) => {
    signal.throwIfAborted();
    if (pick !== undefined && !pick.includes(number)) return;
    const verdict = await find(copy, mutant);
    const result = { number, mutant: { ...mutant }, verdict };
    delete result.mutant.text;
    results.push(result);
    onResult(result);
  };
  const work = async (copy) => {
    try {
      for (let next = await take(); next !== undefined && !hasFailed; next = await take()) await judgeNext(copy, next);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  await together(copies.map(work));
  return { results: results.sort((a, b) => a.number - b.number), killedByTypes };
}
