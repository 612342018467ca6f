import { Command } from 'commander';
import type { Extension } from '../../read/extension.js';
import { readProtocol } from '../../library/readProtocol.js';
import { describeDecision } from '../describeDecision.js';
import { describeModel } from '../describeModel.js';
import { exitCode } from '../exitCode.js';
import { draftOption, extensionOption, jsonOption, schemaOption } from '../options.js';
import type { Outcome } from '../outcome.js';
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
  revision, sources    the revision, and the files that it was read from
  era, batching, metadataKeys, dialect
  messages             kind, method, name, type, senders, params, capability, lifecycle, embedded, since,
                       deprecated; of a request also results, paginated, cancellable
  declarations         what code is generated from; source is what the schema says, where that differs
  openDecisions        what --draft guessed

Examples:
  mcp-gen model 2025-11-25                            messages by direction, and how many definitions there are
  mcp-gen model 2025-11-25 --json > model.json        everything that is known of a revision
  mcp-gen model 2025-11-25 --extension ui.ts --json   with the messages and types of an extension
  mcp-gen model drafts/next/schema.ts --draft         a schema about which decisions are open`;

export function modelCommand(terminal: Terminal, finish: (outcome: Outcome) => void): Command {
  return new Command('model')
    .summary('print the protocol model of a revision')
    .description('Print the protocol model of a revision, or of any schema.ts: what the compiler knows of it, as data.')
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
