import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { isFile } from '../../isFile.js';
import { PullError } from '../../pull/pullError.js';
import { pullRevision, type Pulled, type PullRecord } from '../../pull/pullRevision.js';
import { officialPaths, openSource, UPSTREAM } from '../../pull/source.js';
import { isRevisionName } from '../../model/revisionName.js';
import { readRevisions, type RevisionRecord } from '../../read/revisions.js';
import { WriteError } from '../../write/writeError.js';
import { count } from '../phrases.js';
import { describePulled, hasFindings } from '../describePulled.js';
import { jsonOption, schemaOption } from '../options.js';
import { exitCode, type Outcome, UsageError } from '../outcome.js';
import type { Terminal } from '../terminal.js';

interface PullOptions {
  readonly from: string;
  readonly out: string;
  readonly schema: string;
  readonly force?: boolean;
}

/** A revision whose files could not be pulled. Nothing was written for it. */
interface Failed {
  readonly id: string;
  readonly error: { readonly message: string };
}

const HELP = `
A file that differs from the record was changed upstream: it is written and reported. The files of a revision are
written together or not at all: if a download is incomplete, redirects to another host, or is larger than 16 MiB,
nothing is written.

With --json, the object has from, out, and revisions. Each revision has its id, and
  files        for each file its name, bytes, sha256, recorded (the sha256 on record), amended, written
  definitions  the number of definitions of the schema.json
  ours         the definitions that differ from our schema, with the first lines of each difference
  derived      the same for the JSON Schema derived from the pulled schema.ts
  problems     the problems of the schema.ts
or error, if its files could not be pulled.

Examples:
  mcp-gen pull                                             all revisions, into official/
  mcp-gen pull 2025-03-26 --out /tmp/official
  mcp-gen pull --from ../modelcontextprotocol/schema       from a clone
  mcp-gen pull --from http://127.0.0.1:8000/               from a server on this machine`;

export function pullCommand(terminal: Terminal, finish: (outcome: Outcome) => void): Command {
  return new Command('pull')
    .summary('download the official schema files')
    .description('Download the official schema.ts and schema.json of revisions, and compare them with ours.')
    .argument('[revision...]', 'the revisions to download (default: all on record)')
    .option('--from <url | folder>', 'the official repository, or a folder of <revision>/schema.ts', UPSTREAM)
    .option('--out <folder>', 'the output folder, with one folder per revision', 'official')
    .option('--force', 'also replace files that are not the official ones on record')
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

/** Returns the records of revisions. For a revision that is not on record, assumes the standard paths of the official repository. */
async function chooseRecords(names: readonly string[], schemaDir: string): Promise<readonly PullRecord[]> {
  if (!isFile(join(schemaDir, 'revisions.json')))
    throw new UsageError(
      `${schemaDir} has no revisions.json with the records of revisions. Use --schema to select a schema folder.`,
    );
  const records = (await readRevisions(schemaDir)).map(toPull);
  const misnamed = names.find((name) => !isRevisionName(name));
  if (misnamed !== undefined)
    throw new UsageError(
      `Invalid revision name ${JSON.stringify(misnamed)}. Expected a date such as 2025-11-25, or draft.`,
    );
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
