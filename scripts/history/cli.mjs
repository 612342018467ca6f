// The command line of `npm run history`.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { formatted } from '../formatted.mjs';
import { judge, STAGES, stagesIn } from './judge.mjs';
import { pageOf } from './page.mjs';
import { describeSummary, describeVersion, summarize } from './report.mjs';
import { Repository, RepositoryError } from './repository.mjs';
import { Results, ResultsError } from './results.mjs';
import { loadSamples } from './samples.mjs';
import { extract, groupEqual } from './structures.mjs';
import { SuiteError } from './suite.mjs';
import { Workspace } from './workspace.mjs';

const USAGE = `Usage: npm run history -- --repository <folder> [options], for example: --repository ../modelcontextprotocol --proposals
  --repository <folder>  a clone or a mirror of the specification's repository
  --proposals            also judge branches and pull requests that are not merged, as they are and on the present draft
  --stage <stage>        the last stage to try: ${STAGES.join(', ')}. Default: ${STAGES.at(-1)}
  --only <text>          judge only versions whose names contain the text: 2026-06, pull-2678
  --out <folder>         keep the extracted versions there. Default: they are removed
  --results <file>       use the results of earlier runs from there, and add those of this one. Remove the file when the compiler changes
  --stored               judge nothing, and report the results of earlier runs
  --all                  also list versions that are equal to an earlier one, or reach the last stage
  --json                 print the results as JSON
  --write <file>         write the results as a page: docs/history.md`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** The signals that end the command after the present version. The second one ends it at once. */
const SIGNALS = ['SIGINT', 'SIGTERM'];

/** The verdict about what no run has judged. */
const NOT_TRIED = { problems: [], seconds: {} };

/** Runs the command. Sets the exit code 2 if an argument cannot be used. */
export async function main(args) {
  const options = readOptions(args);
  if (options === undefined) return;
  let repository;
  let results;
  try {
    repository = new Repository(options.repository);
    results = new Results(options.results);
  } catch (error) {
    if (!(error instanceof RepositoryError || error instanceof ResultsError)) throw error;
    fail(`${error instanceof ResultsError ? '--results' : '--repository'}: ${error.message}`);
    return;
  }
  const versions = [...repository.drafts(), ...(options.proposals ? repository.proposals() : [])];
  const chosen = versions.filter(({ name }) => name.includes(options.only));
  if (chosen.length === 0) {
    fail(`--only: no version has a name that contains ${JSON.stringify(options.only)}`);
    return;
  }
  const folder = options.out ?? mkdtempSync(join(tmpdir(), 'mcp-gen-history-'));
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    fail(`--out: ${error.message}`);
    return;
  }
  const interruption = { isSet: false };
  const interrupt = () => (interruption.isSet = true);
  for (const signal of SIGNALS) process.once(signal, interrupt);
  try {
    const judged = await judgeAll(chosen, folder, results, options, interruption);
    if (!interruption.isSet || options.write === undefined) await report(judged, repository, options);
    else console.error(`Interrupted: ${options.write} stays as it is`);
  } catch (error) {
    if (!(error instanceof SuiteError)) throw error;
    fail(error.message);
  } finally {
    if (options.out === undefined) rmSync(folder, { recursive: true });
    for (const signal of SIGNALS) process.off(signal, interrupt);
    if (interruption.isSet) process.exitCode = 130;
  }
}

async function judgeAll(chosen, folder, results, options, interruption) {
  const extracted = [];
  for (const version of chosen) {
    if (interruption.isSet) return [];
    extracted.push(await extract(version, folder, results));
  }
  const versions = groupEqual(extracted);
  if (!options.stored) return judgeEach(versions, results, options, interruption);
  return versions.map((version) => ({ ...version, ...(results.find(version.structure) ?? NOT_TRIED) }));
}

async function judgeEach(versions, results, { stage, all, json }, interruption) {
  const workspace = await Workspace.create(ROOT);
  try {
    const stages = stagesIn(workspace, await loadSamples(), stage);
    const judged = [];
    for (const version of versions) {
      if (interruption.isSet) break;
      const { structure, equals, differing } = version;
      if (results.find(structure, stage) === undefined) {
        const verdict = await judge(version, stages);
        // A signal from the keyboard also ends the programs of the stage.
        if (interruption.isSet && verdict.problems.length > 0) break;
        results.add(structure, verdict);
      }
      const result = { ...version, ...results.find(structure, stage) };
      judged.push(result);
      const isNews = equals === undefined ? result.problems.length > 0 : differing?.length > 0;
      if (isNews || all) (json ? console.error : console.log)(describeVersion(result));
    }
    return judged;
  } finally {
    workspace.close();
  }
}

async function report(versions, repository, { stage, json, write }) {
  const summary = summarize(versions, stage);
  if (write !== undefined) {
    writeFileSync(write, await formatted(write, pageOf(versions, summary, repository.newest())));
    console.error(`Wrote ${write}`);
  } else if (!json) console.log(`\n${describeSummary(summary, versions)}`);
  else
    console.log(JSON.stringify({ ...summary, versions: versions.map(({ path: _, ...version }) => version) }, null, 2));
}

/** Returns the options; undefined if the command has nothing to do. */
function readOptions(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        repository: { type: 'string' },
        proposals: { type: 'boolean', default: false },
        stage: { type: 'string', default: STAGES.at(-1) },
        only: { type: 'string', default: '' },
        out: { type: 'string' },
        results: { type: 'string' },
        stored: { type: 'boolean', default: false },
        write: { type: 'string' },
        all: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) {
      console.log(USAGE);
      return undefined;
    }
    const { repository, stage, out, write } = values;
    if (repository === undefined) return fail("--repository is required: a clone of the specification's repository");
    if (!STAGES.includes(stage))
      return fail(`--stage must be one of ${STAGES.join(', ')}, not ${JSON.stringify(stage)}`);
    if (write !== undefined && !existsSync(dirname(write))) return fail(`--write: ${dirname(write)} does not exist`);
    return { ...values, repository: resolve(repository), out: out && resolve(out) };
  } catch (error) {
    return fail(error.message);
  }
}

function fail(message) {
  console.error(`${message.split('\n', 1)[0]} (npm run history -- --help)`);
  process.exitCode = 2;
}
