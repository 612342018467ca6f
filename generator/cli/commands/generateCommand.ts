import { join } from 'node:path';
import { Command, Option } from 'commander';
import { PHASES, type OnPhase } from '../../phases.js';
import { shorten } from '../../printable.js';
import type { Extension } from '../../read/extension.js';
import { foldersOf } from '../../targets/revisionFolders.js';
import type { Finding } from '../../write/checkFiles.js';
import type { Output } from '../../write/write.js';
import { chooseGenerated } from '../chooseRevisions.js';
import { compileRevisions } from '../compileRevisions.js';
import { count, describeWritten } from '../phrases.js';
import { loadTarget } from '../findTarget.js';
import { generateOnChange, type Places } from '../generateOnChange.js';
import { draftOption, extensionOption, jsonOption, schemaOption, targetOption } from '../options.js';
import { exitCode, type Outcome, UsageError } from '../outcome.js';
import type { Terminal } from '../terminal.js';

interface GenerateOptions extends Places {
  readonly check?: boolean;
  readonly watch?: boolean;
  readonly verbose?: boolean;
  readonly extension: readonly Extension[];
  readonly target: string;
  /** From the project's config. */
  readonly revisions?: readonly string[];
}

/** What a program imports, by target. */
const MODULES: { readonly [target: string]: string } = {
  typescript: 'index.js',
  zod: 'zod.js',
  'json-schema': 'schema.json',
  python: 'guards.py',
};

const CHECK_HELP = 'write nothing; list the files that differ, and exit with 1 if there are any';
const WATCH_HELP = 'watch the schemas and regenerate a revision when its schema changes (Ctrl-C stops)';

const EXAMPLES = `
Examples:
  mcp-gen generate                                   every revision, into generated/
  mcp-gen generate 2025-03-26 --out src/protocol     one revision, into another folder
  mcp-gen generate --check                           is the output up to date?
  mcp-gen generate --schema drafts --draft --watch   while you edit a schema
  mcp-gen generate --schema ../specification/schema  from other schema files
  mcp-gen generate 2025-11-25 --extension ui.ts      with the messages and types of an extension
  mcp-gen generate 2027-01-01 --draft                a revision with open decisions
  mcp-gen generate --verbose                         with the duration of each step
  mcp-gen generate --target zod --out src/protocol   zod schemas, next to the other files`;

export function generateCommand(terminal: Terminal, finish: (outcome: Outcome) => void): Command {
  return new Command('generate')
    .summary('generate the code of protocol revisions')
    .description(
      'Generate the code of protocol revisions: types, messages, validators, tables, and stubs; or zod schemas; or JSON Schema; or a package of Python.',
    )
    .argument('[revision...]', 'the revisions to generate, in addition to those in the output folder (default: all)')
    .addOption(schemaOption())
    .addOption(extensionOption())
    .addOption(draftOption())
    .addOption(targetOption())
    .option('--out <folder>', 'the output folder, with one folder per revision', 'generated')
    .addOption(new Option('--check', CHECK_HELP).conflicts('force'))
    .addOption(new Option('--watch', WATCH_HELP).conflicts(['check', 'json', 'extension']))
    .option('--force', 'also replace files that were edited or written by hand')
    .addOption(new Option('--verbose', 'log the duration of each step on standard error').conflicts('watch'))
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES)
    .action(async (names: string[], options: GenerateOptions) => {
      finish(await generate(names, options, terminal));
    });
}

async function generate(names: readonly string[], options: GenerateOptions, terminal: Terminal): Promise<Outcome> {
  const chosen = names.length === 0 ? (options.revisions ?? []) : names;
  const target = await loadTarget(options.target);
  const ids = await chooseGenerated(chosen, options.schema, options.out, foldersOf(target));
  if (options.watch === true && options.extension.length > 0) {
    throw new UsageError('--watch does not support extensions. Remove --watch or the extensions.');
  }
  if (options.watch === true && options.target !== 'typescript') {
    throw new UsageError(
      `--watch supports only the target typescript, got ${options.target}. Remove --watch or --target.`,
    );
  }
  if (options.watch === true) return watch(ids, options, terminal);
  const { schema, extension: extensions, draft, out: folder, check, force } = options;
  const { output, ...compiled } = await compileRevisions(ids, schema, terminal, {
    extensions,
    completeness: draft === true ? 'draft' : 'release',
    target,
    destination: { folder, check, force },
    onPhase: options.verbose === true ? phaseLogger(terminal) : undefined,
  });
  const { findings, written } = output;
  const json = { out: folder, ...compiled, ...(findings ? { findings } : written) };
  return { ...describeOutput(output, options), json };
}

function phaseLogger({ note }: Terminal): OnPhase {
  const width = Math.max(...PHASES.map((phase) => phase.length));
  return (phase, milliseconds) => note(`${phase.padEnd(width)}  ${Math.round(milliseconds)} ms`);
}

async function watch(ids: readonly string[], places: Places, terminal: Terminal): Promise<Outcome> {
  await untilInterrupted((signal) => generateOnChange(ids, places, terminal, signal));
  return { exitCode: exitCode.done, text: 'Stopped watching.' };
}

function describeOutput({ files, findings = [], written }: Output, options: GenerateOptions): Outcome {
  const { out } = options;
  if (findings.length > 0) {
    const lines = findings.map((finding) => describeFinding(out, finding));
    const total = `${count(findings.length, 'file')} out of date. Next: run the same command without --check.`;
    return { exitCode: exitCode.findings, text: [...lines, total].join('\n') };
  }
  const isChanged = written !== undefined && written.written.length + written.removed.length > 0;
  if (!isChanged) {
    return {
      exitCode: exitCode.done,
      text: `${count(files.length, 'file')} in ${out}: all up to date, nothing written.`,
    };
  }
  const module = MODULES[options.target];
  const next = module === undefined ? '' : `\nNext: compile and test what imports ${join(out, '<revision>', module)}.`;
  return { exitCode: exitCode.done, text: `${out}: ${describeWritten(written)}.${next}` };
}

/** Describes how a file differs from what would be generated: in three lines if its content differs, otherwise in one. */
function describeFinding(out: string, finding: Finding): string {
  const path = join(out, finding.path);
  if (finding.kind === 'stale') {
    return `${path}:${finding.line}  differs\n  is         ${describeLine(finding.actual)}\n  should be  ${describeLine(finding.expected)}`;
  }
  return `${path}  ${finding.kind === 'missing' ? 'is missing' : 'is no longer generated'}`;
}

const MAX_SHOWN_LENGTH = 200;

function describeLine(line: string | undefined): string {
  return line === undefined ? '(the end of the file)' : shorten(line, MAX_SHOWN_LENGTH);
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs a task until it is interrupted: SIGINT (Ctrl-C) or SIGTERM aborts the signal that the task receives. A second SIGINT or SIGTERM ends
 * the process immediately, in case the task ignores the first.
 */
async function untilInterrupted(task: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  for (const name of SIGNALS) process.once(name, abort);
  try {
    await task(controller.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, abort);
    controller.abort();
  }
}
