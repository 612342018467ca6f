import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Command } from 'commander';
import { loadProtocol } from '../../protocols.js';
import type { Extension } from '../../read/extension.js';
import { printable } from '../../printable.js';
import type { Protocol } from '../../model/protocol.js';
import { detectRevision } from '../../validate/detectRevision.js';
import { readLines, type Line } from '../../validate/readLines.js';
import { validateLines, type InvalidLine, type MessageCounts } from '../../validate/validateLines.js';
import { chooseRevisions } from '../chooseRevisions.js';
import { count } from '../phrases.js';
import { extensionOption, jsonOption, schemaOption } from '../options.js';
import { exitCode, type Outcome, UsageError } from '../outcome.js';
import type { Terminal } from '../terminal.js';

interface ValidateOptions {
  readonly revision?: string;
  readonly schema: string;
  readonly extension: readonly Extension[];
  readonly type?: string;
  readonly json?: boolean;
}

/** The maximum number of invalid lines to show. All are counted. */
const SHOWN = 1_000;

const EXAMPLES = `
Examples:
  mcp-gen validate traffic.jsonl
  my-server < requests.jsonl | mcp-gen validate - --revision 2024-11-05
  mcp-gen validate tools.jsonl --revision 2025-03-26 --type Tool --json`;

export function validateCommand(terminal: Terminal, finish: (outcome: Outcome) => void): Command {
  return new Command('validate')
    .summary('check recorded messages')
    .description(
      'Check recorded messages, one per line, and explain what is invalid. Pairs responses with earlier requests.',
    )
    .argument('<file | ->', 'the recording, or - for standard input')
    .option('--revision <revision>', 'the revision of the messages (default: the revision in the recording)')
    .option('--type <definition>', 'check each line against one definition, such as Tool, instead of as a message')
    .addOption(schemaOption())
    .addOption(extensionOption())
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, options: ValidateOptions) => finish(await validate(file, options, terminal)));
}

async function validate(file: string, options: ValidateOptions, terminal: Terminal): Promise<Outcome> {
  const { schema, extension, type, json } = options;
  if (options.revision !== undefined) await chooseRevisions([options.revision], schema);
  if (file !== '-') await requireFile(file);
  const open = (): Readable => (file === '-' ? process.stdin : createReadStream(file));
  const { revision, lines } = await linesOf(readLines(open), file, options);
  await chooseRevisions([revision], schema);
  const protocol = await loadProtocol(join(schema, revision, 'schema.ts'), revision, extension);
  if (type !== undefined) requireDefinition(type, protocol);
  const shown: InvalidLine[] = [];
  let listed = 0;
  const counts = await validateLines(lines, protocol, type, (invalid) => {
    if (++listed > SHOWN) return;
    if (json === true) shown.push(invalid);
    else terminal.print(describeInvalidLine(file, invalid));
  });
  const text = describeCounts(counts);
  return {
    exitCode: counts.invalid === 0 ? exitCode.done : exitCode.findings,
    text,
    json: { file, revision, ...(type !== undefined && { type }), ...counts, shown },
  };
}

/** Returns the lines of a recording, and their revision: the requested one, or the one that the recording states. */
async function linesOf(
  lines: AsyncIterable<Line>,
  file: string,
  { revision, type }: ValidateOptions,
): Promise<{ readonly revision: string; readonly lines: AsyncIterable<Line> }> {
  if (revision !== undefined) return { revision, lines };
  if (type !== undefined)
    throw new UsageError('--type requires --revision: single values do not contain their revision.');
  const detected = await detectRevision(lines);
  if (detected.revision !== undefined) return { revision: detected.revision, lines: detected.lines };
  throw new UsageError(`${file} does not contain the revision of its messages. Use --revision to set it.`);
}

function requireDefinition(type: string, { definitions, revision }: Protocol): void {
  if (definitions.findType(type)) return;
  const wanted = type.toLowerCase();
  const names = definitions.types.map(({ name }) => name).filter((name) => name.toLowerCase().includes(wanted));
  const alike = names.sort((a, b) => a.length - b.length).slice(0, 5);
  const hint = alike.length > 0 ? ` Did you mean ${alike.join(', ')}?` : '';
  throw new UsageError(`Revision ${revision} has no definition ${type}.${hint}`);
}

async function requireFile(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found) throw new UsageError(`File not found: ${file}.`);
  if (found.isDirectory()) throw new UsageError(`${file} is a folder. Expected a file with one message per line.`);
}

function describeInvalidLine(file: string, { line, findings }: InvalidLine): string {
  const place = `${file === '-' ? 'standard input' : file}:${line}`;
  // A key in a message may contain any character, including line breaks.
  return findings.map((finding) => printable(`${place}  ${finding}`.replaceAll(/\s/g, ' '))).join('\n');
}

function describeCounts({ lines, invalid }: MessageCounts): string {
  const more = invalid > SHOWN ? ` Only the first ${SHOWN} are shown.` : '';
  return invalid === 0 ? `${count(lines, 'line')}, all valid.` : `${count(lines, 'line')}, ${invalid} invalid.${more}`;
}
