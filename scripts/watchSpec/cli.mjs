// The command line of `npm run watch-spec`.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { applyChanges } from '../../dist/write/applyChanges.js';
import { FACTS, filesOf, FORMAT } from './pages.mjs';
import { namesIn, readProposals, readSpecification, SourceError } from './sources.mjs';

const USAGE = (stages) => `Usage: npm run watch-spec -- --from <folder | URL> [options]
Writes a page about the newest draft, about a newer release, each extension, and each proposal: what it changes, and for whom.
  --from <folder | URL>       a clone or mirror of the specification's repository, a folder with <revision>/schema.ts, or a URL
                              under which files have the paths of that repository
  --proposals <folder | URL>  a clone or mirror, whose pull requests that can be merged are taken; a folder with <name>/schema.ts
                              for each proposal; or the URL of a fork on a branch. May be repeated. Default: none
  --extensions <folder>       a folder with <name>/schema.ts, and directions.ts, for each extension. Default: those of this project
  --stage <stage>             the last stage to try in a copy of this project: none, ${stages.join(', ')}. Default: none
  --results <file>            use the stages of earlier runs from there, and add those of this one, as npm run history does
  --out <folder>              write the pages and ${FACTS} there: all of them, or none. Default: print the index page
  --facts <file>              make the pages of a ${FACTS} again, instead of reading schemas
  --json                      print the facts as JSON, and no page

Exit codes:
  0  success, also if a proposal cannot be compiled: its page says so
  2  invalid arguments, or a source or folder that cannot be used. Nothing is written then.`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** The errors of sources and folders. Any other error is a defect. */
const EXPECTED = new Set([
  'PullError',
  'WriteError',
  'SchemaProblems',
  'RepositoryError',
  'ResultsError',
  'SuiteError',
]);

/** The ids of subjects, which are names of files. */
const ID = /^[\w.-]+$/;

/** Runs the command. Sets the exit code. */
export async function main(args) {
  try {
    const options = await readOptions(args);
    if (options === undefined) return;
    const earlier = options.out === undefined ? [] : earlierPages(options.out);
    const facts = options.facts === undefined ? await watch(options) : readFacts(options.facts);
    const files = filesOf(facts);
    if (options.out !== undefined) await write(options.out, files, earlier);
    if (options.json) console.log(files[0].text.trimEnd());
    else if (options.out === undefined) console.log(files[1].text.trimEnd());
    else console.log(`${files.length} files in ${options.out}`);
  } catch (error) {
    const isExpected = error instanceof SourceError || EXPECTED.has(error.name);
    if (!isExpected && error.code?.startsWith('ERR_PARSE_ARGS') !== true) throw error;
    console.error(`${error.message.split('\n', 1)[0]} (npm run watch-spec -- --help)`);
    process.exitCode = 2;
  }
}

/** Returns the facts about everything that is coming. The compiler is loaded when all sources have been read. */
async function watch({ from, proposals, extensions, stage, results }) {
  const specification = await readSpecification(from);
  const found = [];
  for (const source of proposals) found.push(...(await readProposals(source)));
  const named = extensionsIn(extensions);
  const { collect } = await import('./collect.mjs');
  return collect(ROOT, { specification, proposals: found, extensions: named, stage, results });
}

/** Returns the files of each extension of a folder, by name. */
function extensionsIn(folder) {
  return namesIn(folder)
    .map((name) => [name, ['schema.ts', 'directions.ts'].map((file) => join(folder, name, file)).filter(existsSync)])
    .filter(([, paths]) => paths.length > 0);
}

/** Returns the paths of the pages that an earlier run has written. @throws {SourceError} if other files are there */
function earlierPages(out) {
  if (!existsSync(out) || namesIn(out).length === 0) return [];
  const path = join(out, FACTS);
  if (!existsSync(path))
    throw new SourceError(`--out: ${out} has other files, and no ${FACTS}. Choose an empty folder`);
  return readFacts(path).subjects.map(({ id }) => `${id}.md`);
}

/** Reads facts of an earlier run. They make the same pages again, so what makes none is something else. */
function readFacts(path) {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new SourceError(`Cannot read ${path}: ${error.code}`);
  }
  try {
    const facts = JSON.parse(text);
    if (facts.format === FORMAT && facts.subjects.every(({ id }) => ID.test(id)) && filesOf(facts)) return facts;
  } catch {
    // It is not JSON, or has other properties.
  }
  throw new SourceError(`${path} is not a file of this version of the command`);
}

/** Writes the pages, and removes those of an earlier run that are no longer made. */
async function write(out, files, earlier) {
  const stale = earlier.filter((path) => !files.some((file) => file.path === path));
  await applyChanges(out, [
    ...files.map(({ path, text }) => ({ path, content: text })),
    ...stale.filter((path) => existsSync(join(out, path))).map((path) => ({ path, content: undefined })),
  ]);
}

/** Returns the options; undefined if the command has nothing to do. */
async function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: 'string' },
      facts: { type: 'string' },
      proposals: { type: 'string', multiple: true, default: [] },
      extensions: { type: 'string', default: join(ROOT, 'schema/extensions') },
      stage: { type: 'string', default: 'none' },
      results: { type: 'string' },
      out: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(USAGE(await stageNames()));
    return undefined;
  }
  if (values.from === undefined && values.facts === undefined) {
    throw new SourceError('--from is required: a folder, or a URL');
  }
  if (values.from !== undefined && values.facts !== undefined) {
    throw new SourceError('Expected either --from or --facts, not both');
  }
  if (values.stage !== 'none') {
    const stages = await stageNames();
    if (!stages.includes(values.stage)) {
      throw new SourceError(`--stage must be one of none, ${stages.join(', ')}, not ${JSON.stringify(values.stage)}`);
    }
  }
  return values;
}

/** Returns the names of the stages. Their module loads the runtime, which most runs do not need. */
async function stageNames() {
  const { STAGES } = await import('../history/judge.mjs');
  return STAGES;
}
