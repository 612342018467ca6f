// The command line of mutation testing.
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { namesOfKinds } from './operators/index.mjs';
import { describeMutant, describeRates, describeResult, describeSummary, rates, summarize } from './report.mjs';
import { run } from './run.mjs';

const USAGE = `Usage: npm run mutants -- [options], for example: --seed 1 --count 20 --only runtime/src/codec
  --seed <text>        what the drawn mutants depend on, beside the sources. Default: the hash of HEAD
  --count <number>     how many mutants to judge. Default: 20
  --only <prefix>      mutate the sources whose paths begin with it. Default: all
  --kinds <kinds>      semantic, syntactic, or the names of operators: --kinds cleanup,refund. Default: all, every second one semantic
  --pick <numbers>     judge only some of these mutants, by their numbers: --pick 3,17
  --workers <number>   how many to judge at a time. Default: 2
  --slowest <seconds>  leave out test files that take longer. Default: 60
  --short              leave out the test files that npm test leaves out, too
  --budget <seconds>   run only the likeliest tests of a mutant, which take that long. Default: all tests
  --resume             continue the last run with this seed; mutants that survived are judged again if the tests have changed
  --json               print the results as JSON`;

/**
 * Runs the command, and sets the exit code: 1 if a mutant survives or an entry of the list of equivalents is stale, 2 if a
 * mutant has no result.
 *
 * @param project the project, as in project.mjs
 */
export async function main(project) {
  const options = readOptions(project.root);
  const isLeftOut = (path) => options.short && project.isLongTest(path);
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupted.abort());
  const log = options.json ? console.error : console.log;
  const onResult = (result) => log(describeResult(result, options.count));
  try {
    report(project, options, await run({ ...project, isLeftOut }, options, { log, onResult }, interrupted.signal));
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
    console.error('Interrupted. Run the same command with --resume to continue.');
    process.exitCode = 130;
  }
}

function report(project, { seed, json }, { results, killedByTypes, stale, unusable }) {
  const summary = summarize(results, killedByTypes);
  if (summary.survived + stale.length > 0) process.exitCode = 1;
  if (summary.broken > 0) process.exitCode = 2;
  if (json) {
    console.log(JSON.stringify({ seed, summary, ...rates(results), results, stale, unusable }, null, 2));
    return;
  }
  for (const { path, why = '' } of unusable) {
    console.log(`left out: ${path} does not pass without a mutant: ${why.split('\n', 1)[0]}`);
  }
  for (const { number, mutant } of results.filter(({ verdict }) => verdict.outcome === 'survived')) {
    console.log(`survived: ${number} ${describeMutant(mutant)}`);
  }
  for (const { file, before } of stale) {
    console.log(`stale: an entry of ${project.equivalents} matches no mutant of ${file}: ${before}`);
  }
  console.log(describeRates(rates(results)));
  console.log(describeSummary(summary));
}

function readOptions(root) {
  const number = (preset) => ({ type: 'string', default: preset });
  try {
    const { values } = parseArgs({
      options: {
        seed: { type: 'string' },
        count: number('20'),
        only: { type: 'string', default: '' },
        kinds: { type: 'string', default: 'all' },
        pick: { type: 'string' },
        workers: number('2'),
        slowest: number('60'),
        short: { type: 'boolean', default: false },
        budget: { type: 'string' },
        resume: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit();
    }
    return {
      ...values,
      seed: values.seed ?? execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
      kinds: namesOfKinds(values.kinds),
      count: positive('count', values.count),
      workers: positive('workers', values.workers),
      slowest: positive('slowest', values.slowest),
      budget: values.budget === undefined ? undefined : positive('budget', values.budget),
      pick: values.pick?.split(',').map((each) => positive('pick', each)),
    };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    return process.exit(2);
  }
}

function positive(name, value) {
  if (!/^[1-9]\d*$/.test(value)) throw new Error(`--${name} must be a positive integer, not "${value}"`);
  return Number(value);
}
