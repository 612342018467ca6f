// Lints the schemas of the specification before and after their corrections, and tells which corrections `mcp-gen lint` asks for.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { OWN_SCHEMAS, readTables } from '../dist/read/tables.js';
import { Repository } from './history/repository.mjs';
import { HistoryLinter, isCorrection } from './lintHistory/corrections.mjs';
import { describe, tableOf } from './lintHistory/report.mjs';
import { writeBetween } from './writeBetween.mjs';

const USAGE = `Usage: npm run lint-history -- --repository <folder> [options]
  --repository <folder>  a clone or a mirror of the specification's repository
  --print                print the corrections, instead of writing their numbers into docs/lint.md`;

const { values } = parseArgs({
  options: {
    repository: { type: 'string' },
    print: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help || values.repository === undefined) {
  console.log(USAGE);
  if (!values.help) process.exitCode = 2;
} else {
  const linter = new HistoryLinter(await readTables(OWN_SCHEMAS));
  const changes = new Repository(resolve(values.repository)).schemaChanges().filter(isCorrection);
  const corrections = changes.flatMap((change) => {
    const verdict = linter.judge(change);
    return verdict === undefined ? [] : [{ ...change, ...verdict }];
  });
  if (values.print) console.log(describe(corrections));
  else await writeBetween('docs/lint.md', 'history', tableOf(corrections));
}
