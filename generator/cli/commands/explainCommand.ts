import { join } from 'node:path';
import { Command } from 'commander';
import { loadProtocol } from '../../protocols.js';
import type { Extension } from '../../read/extension.js';
import { explain, type Unknown } from '../../explain/explain.js';
import { renderExplanation } from '../../explain/renderExplanation.js';
import type { Protocol } from '../../model/protocol.js';
import { printable } from '../../printable.js';
import { chooseRevisions } from '../chooseRevisions.js';
import { fitExtensions } from '../fitExtensions.js';
import { extensionOption, FITTING_HELP, jsonOption, schemaOption } from '../options.js';
import { exitCode, type Outcome, UsageError } from '../outcome.js';
import { createPage } from '../page.js';
import type { Terminal } from '../terminal.js';

interface ExplainOptions {
  readonly schema: string;
  readonly extension: readonly Extension[];
  readonly revision?: string;
}

const HELP = `${FITTING_HELP}
With --json, the object has:
  kind                 request, notification, interface, alias, constant, error, header, metaKey,
                       feature, or capability
  name, revision       its name, and the explained revision
  docs, see            its docs and references; also deprecated, if it is
  since, revisions     the first revision that has it, and all revisions that have it
  changes, removedIn   what each revision changed, by field and union member; the revisions that removed it
  of a method          type, senders, handler, stub, capability, lifecycle, embedded, params, result,
                       otherResults, paginated, cancellable, cacheable, asks, nameParam,
                       changeNotification, filter, extension, deprecatedSince, until, routes
  of a definition      meaning, extends, fields, unnamed, uses, errata
  of another name      value, since, until, except; of a capability also sides and methods

Examples:
  mcp-gen explain tools/call
  mcp-gen explain Tool --revision 2024-11-05
  mcp-gen explain resources/read --json
  mcp-gen explain HeaderMismatch
  mcp-gen explain Mcp-Session-Id
  mcp-gen explain resources.subscribe`;

export function explainCommand(terminal: Terminal, finish: (outcome: Outcome) => void): Command {
  return new Command('explain')
    .summary('explain a method, a type, an error code, or a header')
    .description(
      'Explain a method or a type: its senders, its fields, where it is used, and which revisions added or changed it. ' +
        'Explain an error code, an HTTP header, a key of _meta, a feature, or a capability: what it is, and which revisions have it.',
    )
    .argument(
      '<method | type | name>',
      'a method such as tools/call, a handler such as callTool, a type such as Tool, or another name such as Mcp-Method',
    )
    .option('--revision <revision>', 'the revision to explain it in (default: the newest that has it)')
    .addOption(schemaOption())
    .addOption(extensionOption())
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action(async (name: string, options: ExplainOptions) => finish(await explainName(name, options, terminal)));
}

async function explainName(name: string, options: ExplainOptions, terminal: Terminal): Promise<Outcome> {
  const { schema, extension, revision } = options;
  if (revision !== undefined) await chooseRevisions([revision], schema);
  const ids = await chooseRevisions([], schema);
  const schemas = ids.map((id) => ({ path: join(schema, id, 'schema.ts'), revision: id }));
  const extensions = await fitExtensions(extension, schemas, terminal);
  const protocols: Protocol[] = [];
  for (const { path, revision } of schemas) protocols.push(await loadProtocol(path, revision, extensions));
  const found = explain(name, protocols, revision);
  if (found.kind === 'unknown') throw new UsageError(describeUnknown(name, found, revision));
  return { exitCode: exitCode.done, text: renderExplanation(found, createPage(process)), json: found };
}

function describeUnknown(name: string, { revisions, nearest }: Unknown, revision: string | undefined): string {
  const what = printable(name);
  const problem = revision === undefined ? `Unknown name ${what}` : `Revision ${revision} does not have ${what}`;
  const elsewhere = revisions.length > 0 ? ` It is in ${revisions.join(', ')}.` : '';
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(', ')}?` : '';
  return `${problem}.${elsewhere === '' ? hint : elsewhere}`;
}
