import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { isFile } from '../../isFile.js';
import { PullError } from '../../pull/pullError.js';
import { pullRevision, type Pulled, type PullRecord } from '../../pull/pullRevision.js';
import { officialPaths, openSource, UPSTREAM } from '../../pull/source.js';
import { isRevisionName } from '../../model/revisionName.js';
import { readRevisions, type RevisionRecord } from '../../read/revisions.js';
import { WriteError } from '../../write/writeError.js';
import { count } from '../count.js';
import { describePulled, hasFindings } from '../describePulled.js';
import { exitCode } from '../exitCode.js';
import { jsonOption, schemaOption } from '../options.js';
import type { Outcome } from '../outcome.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usageError.js';

interface PullOptions {
  readonly from: string;
  readonly out: string;
  readonly schema: string;
  readonly force?: boolean;
}

/** A revision whose files could not be had. Nothing was written for it. */
interface Failed {
  readonly id: string;
  readonly error: { readonly message: string };
}

const HELP = `
A file that is not the one on record has been amended upstream: it is written all the same, and shown.
The files of a revision are written together or not at all; a download that is cut short, goes to another host,
or is larger than 16 MiB leaves nothing behind.

With --json, the object has from, out and revisions: of each its id, and
  files        of each its name, bytes, sha256, the one recorded, amended, written
  definitions  how many the schema.json has
  ours         the definitions that differ from our schema, with the first lines of each difference
  derived      the same against what the pulled schema.ts derives to
  problems     what in the schema.ts cannot be read
or, where its files could not be had, error.

Examples:
  mcp-gen pull                                             all revisions, into official/
  mcp-gen pull 2025-03-26 --out /tmp/official
  mcp-gen pull --from ../modelcontextprotocol/schema       from a clone
  mcp-gen pull --from http://127.0.0.1:8000/               from a server on this machine`;

export function pullCommand(terminal: Terminal, finish: (outcome: Outcome) => void): Command {
  return new Command('pull')
    .summary('fetch the official schema files')
    .description('Fetch the official schema.ts and schema.json of revisions, and compare them with ours.')
    .argument('[revision...]', 'the revisions to fetch (default: all on record)')
    .option('--from <url | folder>', 'the official repository, or a folder of <revision>/schema.ts', UPSTREAM)
    .option('--out <folder>', 'where to write, one folder a revision', 'official')
    .option('--force', 'replace files that are not the official ones on record, too')
    .addOption(schemaOption())
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action(async (names: string[], options: PullOptions) => finish(await pull(names, options, terminal)));
}

async function pull(names: readonly string[], options: PullOptions, terminal: Terminal): Promise<Outcome> {
  const { from, out, schema: schemaDir, force = false } = options;
  const records = await chooseRecords(names, schemaDir);
  const source = openSource(from);
  const pulled: Pulled[] = [];
  const failed: Failed[] = [];
  for (const record of records) {
    terminal.note(`${record.id}  pulling`);
    try {
      pulled.push(await pullRevision(record, source, { schemaDir, out, force }));
    } catch (error) {
      if (!(error instanceof PullError) && !(error instanceof WriteError)) throw error;
      failed.push({ id: record.id, error: { message: error.message } });
    }
  }
  const lines = [...pulled.map(describePulled), ...failed.map(describeFailed), ...describeRun(out, pulled)];
  const findings = pulled.some(hasFindings) ? exitCode.findings : exitCode.done;
  return {
    exitCode: failed.length > 0 ? exitCode.usage : findings,
    text: lines.join('\n'),
    json: { from, out, revisions: [...pulled, ...failed] },
  };
}

/** A revision that is not on record has its files where the official repository has those of every revision. */
async function chooseRecords(names: readonly string[], schemaDir: string): Promise<readonly PullRecord[]> {
  if (!isFile(join(schemaDir, 'revisions.json')))
    throw new UsageError(`${schemaDir} has no revisions.json, which says what is on record.`);
  const records = (await readRevisions(schemaDir)).map(toPull);
  const misnamed = names.find((name) => !isRevisionName(name));
  if (misnamed !== undefined) throw new UsageError(`${JSON.stringify(misnamed)} is not the name of a revision.`);
  if (names.length === 0) return records;
  return names.map((name) => records.find(({ id }) => id === name) ?? { id: name, ...officialPaths(name) });
}

function toPull({ id, schema, jsonSchema }: RevisionRecord): PullRecord {
  return { id, schema, jsonSchema: jsonSchema ?? officialPaths(id).jsonSchema };
}

function describeFailed({ id, error }: Failed): string {
  return `${id}  not pulled, nothing written: ${error.message}`;
}

function describeRun(out: string, pulled: readonly Pulled[]): readonly string[] {
  if (pulled.length === 0) return [];
  const files = pulled.flatMap((each) => each.files);
  const written = files.filter((file) => file.written).length;
  return [
    `${out}: ${count(written, 'file')} written, ${files.length - written} unchanged.`,
    `Next: MCP_OFFICIAL_SCHEMAS=${resolve(out)} npm test, in a clone; or mcp-gen generate --schema ${out}.`,
  ];
}
