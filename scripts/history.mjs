// Compiles every version of a schema in a folder, and prints a table: which compile, and whose derived JSON Schema equals the
// schema.json beside it. A version is <folder>/<name>/schema.ts and schema.json; its name begins with a date.
// Usage: node scripts/history.mjs <folder> [--all]; without --all only the versions with something to say are listed.
//
// The history of the draft, from a clone of the specification's repository:
//   git log --format='%cs %H' -- schema/draft/schema.ts | while read date hash; do
//     folder="<folder>/$date-${hash:0:8}"; mkdir -p "$folder"
//     for file in schema.ts schema.json; do git show "$hash:schema/draft/$file" > "$folder/$file"; done
//   done
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePlan } from '../dist/analyze/plan.js';
import { deriveDefinitions } from '../dist/json-schema/deriveJsonSchema.js';
import { definitionsOf, fingerprintsOf } from '../dist/model/fingerprints.js';
import { SchemaProblems } from '../dist/problems.js';
import { readRevision } from '../dist/protocols.js';
import { listRevisions } from '../dist/read/loadSchema.js';
import { typescript } from '../dist/targets/typescript/index.js';

const [folder, ...flags] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node scripts/history.mjs <folder> [--all]');

const rows = [];
for (const version of await listRevisions(folder)) rows.push(await judge(version));

const compiled = rows.filter(({ problem }) => problem === undefined);
const equal = compiled.filter(({ differing }) => differing?.length === 0);
const compared = compiled.filter(({ differing }) => differing !== undefined);
for (const { version, decisions, problem, differing = [] } of rows) {
  if (problem === undefined && differing.length === 0 && !flags.includes('--all')) continue;
  const state = problem ?? (differing.length === 0 ? 'equal' : `differs: ${differing.join(', ')}`);
  console.log(`${version}  ${decisions ?? '-'} open  ${state}`);
}
console.log(
  `${rows.length} versions: ${compiled.length} compile as drafts (${percent(compiled.length, rows.length)}); ` +
    `of ${compared.length} with a JSON Schema, ${equal.length} equal it.`,
);

async function judge(version) {
  try {
    const protocol = await readRevision(version, folder, { completeness: 'draft' });
    typescript.checkNames(protocol);
    typescript.emit(makePlan([protocol]), () => '');
    const { source, openDecisions } = protocol;
    return { version, decisions: openDecisions.length, differing: differingDefinitions(version, source) };
  } catch (error) {
    if (!(error instanceof SchemaProblems)) throw error;
    const [{ line, message }] = error.problems;
    return { version, problem: `${error.problems.length} problems, the first in line ${line}: ${message}` };
  }
}

/** Returns the definitions that differ between the derived schema and the schema.json; undefined if that cannot be read. */
function differingDefinitions(version, source) {
  let official;
  try {
    official = JSON.parse(readFileSync(join(folder, version, 'schema.json'), 'utf8'));
    definitionsOf(official);
  } catch {
    return undefined;
  }
  const dialect = official.$schema.includes('2020-12') ? '2020-12' : 'draft-07';
  const ours = fingerprintsOf({ definitions: Object.fromEntries(deriveDefinitions(source, dialect)) });
  const theirs = fingerprintsOf(official);
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort();
  return names.filter((name) => ours[name]?.exact !== theirs[name]?.exact);
}

function percent(part, whole) {
  return `${((100 * part) / whole).toFixed(1)} %`;
}
