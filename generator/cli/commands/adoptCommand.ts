import { join } from 'node:path';
import { Command } from 'commander';
import { adoptRevision } from '../../adopt/adoptRevision.js';
import { checklistOf } from '../../adopt/checklist.js';
import { routeText, ROUTED, type Route } from '../../sdk/route.js';
import { routesOf, type Support } from '../../diff/routes.js';
import { isRevisionName } from '../../model/revisionName.js';
import { printable } from '../../printable.js';
import { readRevision } from '../../protocols.js';
import { readOfficial } from '../../pull/officialFiles.js';
import { OWN_SCHEMAS, readSupport } from '../../read/tables.js';
import { UPSTREAM } from '../../pull/source.js';
import { chooseRevisions } from '../chooseRevisions.js';
import { count } from '../phrases.js';
import { describeChecklist } from '../describeChecklist.js';
import { jsonOption, splitList } from '../options.js';
import { exitCode, type Outcome, UsageError } from '../outcome.js';
import { PROJECT_SCHEMAS } from '../projectSchemas.js';
import type { Terminal } from '../terminal.js';

interface AdoptOptions {
  readonly from: string;
  readonly schema: string;
  readonly force?: boolean;
  readonly accept?: readonly string[];
  readonly checklist?: boolean;
}

const HELP = `
Writes these files, all of them or none:
  <revision>/schema.ts          the official file
  <revision>/fingerprints.json  digests of its definitions
  <revision>/decisions.json     what each decision is about
  revisions.json                the record of the revision, with its open decisions
  overrides.json                rows for new and removed methods
and the files in the folder of the schema.ts that it imports. Those that it no longer imports are removed.
Before that, the schema.ts and its schema.json are verified against each other. Where they differ, nothing is written, unless --accept names
the definition.

To confirm a decision, remove it from "open" of the record. If the capability of its row is null, fill it in first.
While decisions are open, \`generate\` rejects the revision, and \`generate --draft\` marks its output.

A decision is inherited from the revision before if what it is about is unchanged: the messages, types, and rules that it rests on.

--force keeps confirmed decisions, and opens those again whose subject has changed. It also keeps a schema.ts with rewritten prose, if the official JSON Schema can be derived from it.

Examples:
  mcp-gen adopt 2027-01-01                                  from the official repository, into schema/
  mcp-gen adopt draft --from ../modelcontextprotocol/schema from a clone
  mcp-gen adopt draft --from schema.ts                      one file
  mcp-gen adopt draft --force                               again, after a change
  mcp-gen adopt draft --checklist                           list the open decisions`;

export function adoptCommand(terminal: Terminal, finish: (outcome: Outcome) => void): Command {
  return new Command('adopt')
    .summary('adopt a new revision, and list the open decisions')
    .description('Adopt the official files of a revision or a draft, and list the decisions that you have to make.')
    .argument('<revision>', "the revision's date, or draft")
    .option('--from <url | folder | file>', 'the official repository, a folder of schemas, or a schema.ts', UPSTREAM)
    .option('--schema <folder>', 'the schema folder to write to', PROJECT_SCHEMAS)
    .option('--force', 'adopt it again')
    .option('--accept <definitions>', 'accept the schema.ts for these, where the schema.json differs', splitList)
    .option('--checklist', 'only list the open decisions')
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action(async (revision: string, options: AdoptOptions) => finish(await adopt(revision, options, terminal)));
}

async function adopt(revision: string, options: AdoptOptions, terminal: Terminal): Promise<Outcome> {
  const { from, schema, force = false, accept = [], checklist = false } = options;
  if (!isRevisionName(revision)) {
    throw new UsageError(
      `Invalid revision name ${JSON.stringify(revision)}. Expected a date such as 2025-11-25, or draft.`,
    );
  }
  if (checklist) {
    await chooseRevisions([revision], schema);
    return describe(revision, schema, [], {}, terminal);
  }
  terminal.progress?.step(`Reading the official files of ${revision}`);
  const files = await readOfficial(revision, from);
  terminal.progress?.step('Comparing them with the schemas');
  // Afterwards the tables of mcp-gen itself may have the revision.
  const support = await readSupport();
  const adopted = await adoptRevision({ id: revision, files, schemaDir: schema, force, accept });
  const { written, removed, derived, restated, changed, gone, kept } = adopted;
  const routes = await newRoutes(revision, schema, support);
  const notes = [
    ...written.map((path) => `${join(schema, path)}  written`),
    ...removed.map((path) => `${join(schema, path)}  removed: the official schema does not import it`),
    derived === undefined
      ? 'No schema.json was found to verify the schema.ts.'
      : derived.length === 0
        ? 'The JSON Schema derived from the schema.ts is equal to the schema.json.'
        : `The schema.json differs from the schema.ts in ${derived.map(({ definition }) => definition).join(', ')}.`,
    ...(kept ? [`${join(schema, revision, 'schema.ts')} was kept: it is equal to the official schema.`] : []),
    ...routes.map((route) => {
      const { kind, name } = route;
      return `New ${ROUTED[kind]} ${name}${kind === 'field' ? ' in' : ', without an interface in'} @mcp-gen/sdk: ${routeText(route)}`;
    }),
    ...(restated ? ['The schema was written without its prose. Describe each declaration in your own words.'] : []),
    ...(changed.length === 0 ? [] : [`Described before, official text changed: ${changed.map(printable).join(', ')}`]),
    ...(gone.length === 0
      ? []
      : [`Described before, no longer in the official schema: ${gone.map(printable).join(', ')}`]),
  ];
  return describe(revision, schema, notes, { ...adopted, routes }, terminal);
}

/** Returns how applications of the sdk reach what a revision adds to the newest earlier one of mcp-gen. */
async function newRoutes(revision: string, schema: string, support: Support): Promise<readonly Route[]> {
  const earlier = [...support.revisions].filter((id) => id < revision).sort();
  const [older] = earlier.slice(-1);
  if (older === undefined || support.revisions.has(revision)) return [];
  const was = await readRevision(older, OWN_SCHEMAS, { completeness: 'draft' });
  return routesOf(was, await readRevision(revision, schema, { completeness: 'draft' }), support);
}

/** Returns the checklist, and how to see it again. */
async function describe(
  revision: string,
  schema: string,
  notes: readonly string[],
  json: object,
  terminal: Terminal,
): Promise<Outcome> {
  terminal.progress?.step('Listing the decisions');
  const checklist = await checklistOf(revision, schema);
  const option = schema === PROJECT_SCHEMAS ? '' : ` --schema ${schema}`;
  const again = `mcp-gen adopt ${revision}${option} --checklist`;
  const { changed, added } = checklist;
  const open = changed.length + added.length;
  const next =
    open === 0
      ? `Nothing is left to decide. Next: mcp-gen generate ${revision}${option}`
      : `${count(open, 'open decision')}. To list them again: ${again}\nNext: make the decisions, or run mcp-gen generate ${revision}${option} --draft`;
  const lines = [...notes.map(printable), ...describeChecklist(checklist, terminal), next];
  return {
    exitCode: open === 0 || notes.length > 0 ? exitCode.done : exitCode.findings,
    text: lines.join('\n'),
    json: { ...json, revision, openDecisions: [...changed, ...added], ...checklist },
  };
}
