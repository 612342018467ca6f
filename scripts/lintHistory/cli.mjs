// The command line of `npm run lint-history`.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { OWN_SCHEMAS, readTables } from '../../dist/read/tables.js';
import { Repository, RepositoryError } from '../history/repository.mjs';
import { writeBetween } from '../writeBetween.mjs';
import { HistoryLinter, isCorrection } from './corrections.mjs';
import { describe, tableOf } from './report.mjs';

const USAGE = `Usage: npm run lint-history -- --repository <folder> [options]
  --repository <folder>  a clone or a mirror of the specification's repository
  --print                print the corrections, instead of writing their numbers into docs/lint.md`;

/** Runs the command. Sets the exit code 2 if an argument cannot be used. */
export async function main(args) {
  try {
    const options = { repository: { type: 'string' }, print: { type: 'boolean', default: false } };
    const { values } = parseArgs({ args, options: { ...options, help: { type: 'boolean', short: 'h' } } });
    if (values.help) console.log(USAGE);
    else if (values.repository === undefined)
      fail("--repository is required: a clone of the specification's repository");
    else await report(await correctionsIn(new Repository(resolve(values.repository))), values.print);
  } catch (error) {
    if (error instanceof RepositoryError) fail(`--repository: ${error.message}`);
    else if (error.code?.startsWith('ERR_PARSE_ARGS') === true) fail(error.message);
    else throw error;
  }
}

async function correctionsIn(repository) {
  const linter = new HistoryLinter(await readTables(OWN_SCHEMAS));
  return repository
    .schemaChanges()
    .filter(isCorrection)
    .flatMap((change) => {
      const verdict = linter.judge(change);
      return verdict === undefined ? [] : [{ ...change, ...verdict }];
    });
}

async function report(corrections, isPrinted) {
  if (isPrinted) console.log(describe(corrections));
  else await writeBetween('docs/lint.md', 'history', tableOf(corrections));
}

function fail(message) {
  console.error(`${message.split('\n', 1)[0]} (npm run lint-history -- --help)`);
  process.exitCode = 2;
}
