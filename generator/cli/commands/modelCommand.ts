import { Command } from 'commander';
import type { Extension } from '../../read/extension.js';
import { readProtocol } from '../../library/readProtocol.js';
import { describeDecision } from '../describeChecklist.js';
import { describeModel } from '../describeModel.js';
import { draftOption, extensionOption, jsonOption, schemaOption } from '../options.js';
import { exitCode, type Outcome } from '../outcome.js';
import { createPage } from '../page.js';
import type { Terminal } from '../terminal.js';

interface ModelOptions {
  readonly schema: string;
  readonly extension: readonly Extension[];
  readonly draft?: boolean;
}

const HELP = `
With --json, the object has:
  format               the version of the format, described by mcp-gen/model.schema.json
  revision, sources    the revision, and its source files
  era, batching, metadataKeys, dialect
  names                the declarations that stand for others of earlier revisions, if there are any
  vocabulary           features, errors, headers, nameParams, metaKeys, and capabilities of each side
  messages             kind, method, name, type, senders, params, capability, lifecycle, embedded, since,
                       deprecated, extension; for a request also results, paginated, cancellable,
                       cacheable, changes, question; for a notification also filter
  declarations         the input of code generation; source is the declaration in the schema, if it differs
  errata               the errors of the schema that are corrected, each with its source
  openDecisions        the guesses of --draft

Examples:
  mcp-gen model 2025-11-25                            messages by direction, and the number of definitions
  mcp-gen model 2025-11-25 --json > model.json        everything that is known about a revision
  mcp-gen model 2025-11-25 --extension ui.ts --json   with the messages and types of an extension
  mcp-gen model drafts/next/schema.ts --draft         a schema with open decisions`;

export function modelCommand(terminal: Terminal, finish: (outcome: Outcome) => void): Command {
  return new Command('model')
    .summary('print the protocol model of a revision')
    .description(
      'Print the protocol model of a revision, or of any schema.ts: everything that the compiler knows about it, as data.',
    )
    .argument('<revision | file.ts>', 'a revision of the schema folder, or a file that states its revision')
    .addOption(schemaOption())
    .addOption(extensionOption())
    .addOption(draftOption())
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action(async (input: string, options: ModelOptions) => finish(await printModel(input, options, terminal)));
}

async function printModel(input: string, options: ModelOptions, terminal: Terminal): Promise<Outcome> {
  const { schema, extension, draft = false } = options;
  const model = await readProtocol(input, { schema, extensions: extension, draft });
  for (const decision of model.openDecisions) terminal.note(describeDecision(decision, terminal));
  return { exitCode: exitCode.done, text: describeModel(model, createPage(process)), json: model };
}
