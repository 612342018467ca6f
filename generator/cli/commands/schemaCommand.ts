import { basename, dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import { deriveJsonSchema } from '../../protocols.js';
import type { Extension } from '../../read/extension.js';
import type { GeneratedFile } from '../../targets/file.js';
import { writeFiles } from '../../write/writeFiles.js';
import { chooseRevisions } from '../chooseRevisions.js';
import { findSchema, fitExtensions, type FoundSchema } from '../fitExtensions.js';
import { extensionOption, FITTING_HELP, schemaOption } from '../options.js';
import { exitCode, type Outcome, UsageError } from '../outcome.js';
import type { Terminal } from '../terminal.js';

interface SchemaOptions {
  readonly schema: string;
  readonly out?: string;
  readonly force?: boolean;
  readonly extension: readonly Extension[];
}

const HELP = `${FITTING_HELP}
Examples:
  mcp-gen schema 2025-03-26                          print the JSON Schema of a revision
  mcp-gen schema drafts/next/schema.ts               print the JSON Schema of any schema file
  mcp-gen schema 2024-11-05 2025-03-26 --out schema  write schema/<revision>/schema.json
  mcp-gen schema --out schema                        write the JSON Schema of every revision`;

export function schemaCommand(terminal: Terminal, finish: (outcome: Outcome) => void): Command {
  return new Command('schema')
    .summary('derive the JSON Schema of a revision')
    .description('Derive the JSON Schema of a revision, or of any schema.ts.')
    .argument('[revision | file.ts...]', 'revisions of the schema folder, or files (default with --out: all revisions)')
    .addOption(schemaOption())
    .addOption(extensionOption())
    .option('--out <folder>', 'write <folder>/<revision>/schema.json; the revision of a file is the name of its folder')
    .option('--force', 'with --out: replace a schema.json that differs')
    .addHelpText('after', HELP)
    .action(async (inputs: string[], options: SchemaOptions) => {
      finish(await deriveSchemas(inputs, options, terminal));
    });
}

async function deriveSchemas(inputs: readonly string[], options: SchemaOptions, terminal: Terminal): Promise<Outcome> {
  const { schema, out, force = false, extension } = options;
  if (out === undefined) return printSchema(await findSchemas(inputs, schema), extension);
  const all = inputs.length === 0 ? await chooseRevisions([], schema) : inputs;
  const found = await findSchemas(all, schema);
  return writeSchemas(found, { out, force, extension: await fitExtensions(extension, found, terminal) });
}

async function findSchemas(inputs: readonly string[], schemaDir: string): Promise<FoundSchema[]> {
  const found: FoundSchema[] = [];
  for (const input of inputs) found.push(await findSchema(input, schemaDir));
  return found;
}

async function printSchema(found: readonly FoundSchema[], extensions: readonly Extension[]): Promise<Outcome> {
  const [only, ...others] = found;
  if (only === undefined)
    throw new UsageError('Missing argument: a revision or a file. To write all revisions, use --out.');
  if (others.length > 0) throw new UsageError('Only one JSON Schema can be printed. To write several, use --out.');
  const text = await deriveJsonSchema(only.path, extensions, only.revision);
  return { exitCode: exitCode.done, text: text.replace(/\n$/, '') };
}

async function writeSchemas(
  found: readonly FoundSchema[],
  { out, force, extension }: { out: string; force: boolean; extension: readonly Extension[] },
): Promise<Outcome> {
  const files = new Map<string, GeneratedFile>();
  for (const { path, revision } of found) {
    const target = `${basename(dirname(resolve(path)))}/schema.json`;
    if (files.has(target)) throw new UsageError(`Two of the inputs would be written to ${join(out, target)}.`);
    files.set(target, { path: target, text: await deriveJsonSchema(path, extension, revision) });
  }
  const { written, unchanged } = await writeFiles(out, [...files.values()], { force });
  return { exitCode: exitCode.done, text: `${out}: ${written.length} written, ${unchanged} unchanged.` };
}
