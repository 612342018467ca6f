import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { isFile } from '../../isFile.js';
import { OWN_SCHEMAS } from '../../read/tables.js';
import { readRevisions } from '../../read/revisions.js';
import { defaultSource, extensionDependencies, type PackageSource } from '../../scaffold/dependencies.js';
import {
  exampleSchema,
  extensionFiles,
  type Direction,
  type ExtensionChoices,
  type ExtensionNames,
} from '../../scaffold/extensionProject.js';
import { camelCase, pascalCase } from '../../words.js';
import { checkEmpty, scaffoldProject } from '../../scaffold/scaffoldProject.js';
import { readName } from '../chooseProject.js';
import { suggestName } from '../../scaffold/projectName.js';
import { completeExtension } from '../completeExtension.js';
import { compileRevisions } from '../compileRevisions.js';
import { count, joinWords } from '../phrases.js';
import { jsonOption } from '../options.js';
import { exitCode, type Outcome, UsageError } from '../outcome.js';
import type { Terminal } from '../terminal.js';
import { describeReplaced, nextStep, RUNTIME_HELP } from './scaffoldTexts.js';

interface ExtensionOptions {
  readonly name?: string;
  readonly schema?: string;
  readonly id?: string;
  readonly runtime: PackageSource;
  readonly force?: boolean;
}

const EXAMPLES = `
Examples:
  mcp-gen scaffold extension acme
  mcp-gen scaffold extension acme --schema acme.ts --id com.example/acme
  mcp-gen scaffold extension ./packages/acme --name @me/acme`;

const SCHEMA_HELP = 'the messages of the extension, as TypeScript (default: an example)';
const ID_HELP = 'the identifier of the extension (default: com.example/<name>)';

/** Returns the command that starts a package with an extension. */
export function extensionCommand(terminal: Terminal, finish: (outcome: Outcome) => void): Command {
  return new Command('extension')
    .summary('start an extension of the protocol')
    .description(
      'Start a package with an extension of the protocol: a schema of its messages, generated tables, code for servers and for clients, and tests.',
    )
    .argument('<folder>', 'the folder to write to: empty or new')
    .option('--schema <file>', SCHEMA_HELP)
    .option('--id <identifier>', ID_HELP)
    .option('--name <name>', 'the name of the npm package (default: from the folder)')
    .addOption(new Option('--runtime <source>', RUNTIME_HELP).choices(['vendor', 'registry']).default(defaultSource()))
    .option('--force', 'write to a folder that is not empty, and replace files of the same names')
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES)
    .action(async (folder: string, options: ExtensionOptions) => {
      finish(await scaffoldExtension(folder, options, terminal));
    });
}

async function scaffoldExtension(folder: string, options: ExtensionOptions, terminal: Terminal): Promise<Outcome> {
  const { schema, id, runtime, force } = options;
  if (force !== true) await checkEmpty(folder);
  if (schema !== undefined && !isFile(schema)) throw new UsageError(`File not found: ${schema}.`);
  if (id !== undefined && !IDENTIFIER.test(id)) {
    throw new UsageError(
      `Invalid identifier ${JSON.stringify(id)}. Expected a domain name in reverse, and a name: com.example/acme.`,
    );
  }
  const name = readName(options.name ?? suggestName(folder, 'extension'));
  const names = extensionNames(name);
  const records = await readRevisions(OWN_SCHEMAS);
  const revisions = records.map((record) => record.id);
  const choices: ExtensionChoices = {
    name,
    ...names,
    revision: revisions.at(-1) ?? '',
    revisions,
    example: schema === undefined,
  };
  const fallback = `com.example/${names.short}`;
  if (schema !== undefined) return write(folder, choices, schema, [], { given: id, fallback }, runtime, terminal);
  const parent = await mkdtemp(join(tmpdir(), 'mcp-gen-extension-'));
  try {
    const { text, directions } = await exampleSchema(names, id ?? fallback, choices.revision);
    const file = join(parent, `${names.short}.ts`);
    await writeFile(file, text);
    return await write(folder, choices, file, directions, { given: id, fallback }, runtime, terminal);
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

/** An identifier of an extension: a metadata key with a prefix. */
const IDENTIFIER =
  /^[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*\/[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?$/;

async function write(
  folder: string,
  choices: ExtensionChoices,
  file: string,
  known: readonly Direction[],
  id: { readonly given: string | undefined; readonly fallback: string },
  runtime: PackageSource,
  terminal: Terminal,
): Promise<Outcome> {
  const { revision } = choices;
  return completeExtension(file, id, revision, known, async (schema, extensions) => {
    const { output } = await compileRevisions([revision], OWN_SCHEMAS, terminal, { extensions });
    if (runtime === 'vendor') terminal.progress?.step('Packing the packages of mcp-gen');
    const { peers, ...dependencies } = await extensionDependencies(runtime);
    terminal.progress?.step('Writing the files');
    const files = await extensionFiles(choices, schema, dependencies, peers, output.files);
    const done = await scaffoldProject(folder, files);
    const next = nextStep(folder);
    const { assumed } = schema;
    const lines = [
      `${folder}: ${count(done.written.length, 'file')} written. ${choices.name} is the extension ${schema.id}.`,
      ...describeReplaced(done),
      ...(assumed.length > 0 ? [`Check schema/directions.ts: it assumes who sends ${joinWords([...assumed])}.`] : []),
      `Next: ${next}`,
    ];
    return {
      exitCode: exitCode.done,
      text: lines.join('\n'),
      json: { folder, ...choices, id: schema.id, assumed, ...done, next },
    };
  });
}

/** Returns the names of an extension in code, after the name of its package: `acme` for `@me/acme`. */
function extensionNames(name: string): ExtensionNames {
  const variable = camelCase(name.replace(/^@[^/]*\//, ''));
  const isUsable = /^[a-z]\w*$/.test(variable) && !RESERVED.has(variable);
  const used = isUsable ? variable : 'extension';
  return { short: used, variable: used, pascal: pascalCase(used) };
}

/** Words that cannot be the name of a constant, and names that the templates use. */
const RESERVED = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends false finally for function if ' +
    'import in instanceof new null return super switch this throw true try typeof var void while with yield let static implements ' +
    'interface package private protected public arguments eval undefined messages missing assert test info titles'
  ).split(' '),
);
