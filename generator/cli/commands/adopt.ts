import { join } from 'node:path';
import { Command } from 'commander';
import { adoptRevision } from '../../adopt/adoptRevision.js';
import { isRevisionName } from '../../model/revisionName.js';
import { printable } from '../../printable.js';
import type { Problem } from '../../problems.js';
import { readRevision } from '../../protocols.js';
import { readOfficial } from '../../pull/officialFiles.js';
import { UPSTREAM } from '../../pull/source.js';
import { chooseRevisions } from '../chooseRevisions.js';
import { count } from '../count.js';
import { describeDecision } from '../describeDecision.js';
import { exitCode } from '../exitCode.js';
import { jsonOption } from '../options.js';
import type { Outcome } from '../outcome.js';
import { PROJECT_SCHEMAS } from '../projectSchemas.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usageError.js';

interface AdoptOptions {
  readonly from: string;
  readonly schema: string;
  readonly force?: boolean;
  readonly checklist?: boolean;
}

const HELP = `
Written are, all of them or none:
  <revision>/schema.ts          the official file
  <revision>/fingerprints.json  digests of its definitions
  revisions.json                the revision's record, with the decisions that are open
  overrides.json                rows for methods that are new, and for those that are gone
The schema.ts and the schema.json beside it are verified against each other first.

A decision is confirmed by removing it from "open" of the record; a row whose capability is null has to be filled in
before. Until none is left, \`generate\` refuses the revision, and \`generate --draft\` marks its output.

--force keeps decisions that are confirmed, and a schema.ts that was restated by hand if it derives to the official JSON Schema.

Examples:
  mcp-gen adopt 2027-01-01                                  from the official repository, into schema/
  mcp-gen adopt draft --from ../modelcontextprotocol/schema from a clone
  mcp-gen adopt draft --from schema.ts                      one file
  mcp-gen adopt draft --force                               again, after it has moved
  mcp-gen adopt draft --checklist                           what is left to decide`;

export function adoptCommand(terminal: Terminal, finish: (outcome: Outcome) => void): Command {
  return new Command('adopt')
    .summary('take over a new revision, and list what is left to decide')
    .description('Take over the official files of a revision, a draft included, and list what a person has to decide.')
    .argument('<revision>', 'its date, or draft')
    .option('--from <url | folder | file>', 'the official repository, a folder of schemas, or a schema.ts', UPSTREAM)
    .option('--schema <folder>', 'the schema folder that it is written to', PROJECT_SCHEMAS)
    .option('--force', 'take it over again, or although its files contradict each other')
    .option('--checklist', 'only list what is left to decide')
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action(async (revision: string, options: AdoptOptions) => finish(await adopt(revision, options, terminal)));
}

async function adopt(revision: string, options: AdoptOptions, terminal: Terminal): Promise<Outcome> {
  const { from, schema, force = false, checklist = false } = options;
  if (!isRevisionName(revision)) {
    throw new UsageError(`${JSON.stringify(revision)} is not the name of a revision.`);
  }
  if (checklist) {
    await chooseRevisions([revision], schema);
    return describe(revision, schema, [], {}, terminal);
  }
  const files = await readOfficial(revision, from);
  const adopted = await adoptRevision({ id: revision, files, schemaDir: schema, force });
  const { written, derived, restated, kept } = adopted;
  const notes = [
    ...written.map((path) => `${join(schema, path)}  written`),
    derived === undefined
      ? 'There is no schema.json to verify the schema.ts with.'
      : derived.length === 0
        ? 'The schema.ts derives to its schema.json.'
        : `The schema.json differs from the schema.ts in ${derived.map(({ definition }) => definition).join(', ')}.`,
    ...(kept ? [`${join(schema, revision, 'schema.ts')} stays: it says the same as the official schema.`] : []),
    ...(restated ? ['The schema was written without its prose. Describe each declaration in your own words.'] : []),
  ];
  return describe(revision, schema, notes, { ...adopted }, terminal);
}

/** The checklist, and how to see it again. */
async function describe(
  revision: string,
  schema: string,
  notes: readonly string[],
  json: object,
  terminal: Terminal,
): Promise<Outcome> {
  const { openDecisions } = await readRevision(revision, schema, { completeness: 'draft' });
  const option = schema === PROJECT_SCHEMAS ? '' : ` --schema ${schema}`;
  const again = `mcp-gen adopt ${revision}${option} --checklist`;
  const open = openDecisions.length;
  const next =
    open === 0
      ? `Nothing is left to decide. Next: mcp-gen generate ${revision}${option}`
      : `${count(open, 'open decision')}. To see them again: ${again}\nNext: decide, or mcp-gen generate ${revision}${option} --draft`;
  const lines = [
    ...notes.map(printable),
    ...openDecisions.map((decision: Problem) => describeDecision(decision, terminal)),
    next,
  ];
  return {
    exitCode: open === 0 || notes.length > 0 ? exitCode.done : exitCode.findings,
    text: lines.join('\n'),
    json: { ...json, revision, openDecisions },
  };
}
