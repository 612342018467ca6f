import { Command, Option } from 'commander';
import { loadProtocol } from '../../protocols.js';
import { readSupport } from '../../read/tables.js';
import type { Extension } from '../../read/extension.js';
import { readAllowance, type Allowance } from '../../diff/allowances.js';
import { compareProtocols, type Report } from '../../diff/compareProtocols.js';
import { formatMarkdown } from '../../diff/formatMarkdown.js';
import { formatText } from '../../diff/formatText.js';
import { BREAKING_RULES } from '../../diff/rules.js';
import type { Side } from '../../model/protocol.js';
import { escapeHidden, printable } from '../../printable.js';
import { findSchema, fitExtensions } from '../fitExtensions.js';
import { extensionOption, FITTING_HELP, schemaOption } from '../options.js';
import { exitCode, type Outcome, UsageError } from '../outcome.js';
import type { Terminal } from '../terminal.js';

const formats = {
  text: formatText,
  json: (report: Report) => escapeHidden(JSON.stringify(report, null, 2)),
  markdown: formatMarkdown,
  // Loads Handlebars.
  html: async (report: Report) => (await import('../../diff/formatHtml.js')).formatHtml(report),
} as const satisfies { readonly [format: string]: (report: Report) => string | Promise<string> };

interface DiffOptions {
  readonly format: keyof typeof formats;
  readonly schema: string;
  readonly extension: readonly Extension[];
  readonly exitCode?: boolean;
  readonly for?: Side;
  readonly allow: readonly Allowance[];
}

const HELP = `
Compares inputs by the values that they describe: includes inherited properties, ignores prose.
A change can break old clients or servers, which read messages of newer peers, or new ones, which read messages of
older peers.

--for server shows what a server of the older revision must change to work with clients of the newer one, and how:
where newer clients reject its messages, or it rejects theirs. --for client does the same for clients.

--allow <rule> permits a breaking change everywhere, or with <rule>@<path> at a path and below it:
request-removed@tasks/get, member-added@CallToolResult.content. The report shows the rule of each change. The exit
code is 1 if a breaking change is not permitted.

The JSON object has old, new, for, equal, breaking, allowed, compatible, protocol, methods, added, removed,
definitions, routes, reasons, and unusedAllowances. Each change has rule, path, was and is (if they apply), breaks (the readers
that it breaks), allowed, and advice: what each side must do, with the source page in the specification.
${FITTING_HELP}
Examples:
  mcp-gen diff 2024-11-05 2025-03-26
  mcp-gen diff 2025-11-25 2026-07-28 --for server
  mcp-gen diff 2025-03-26 drafts/next/schema.ts --format markdown
  mcp-gen diff 2024-11-05 2025-03-26 --format html > changes.html
  mcp-gen diff 2025-03-26 drafts/next/schema.ts --exit-code    fail if anything breaks
  mcp-gen diff 2025-03-26 drafts/next/schema.ts --allow request-added@tasks/list`;

export function diffCommand(terminal: Terminal, finish: (outcome: Outcome) => void): Command {
  return new Command('diff')
    .summary('compare two revisions')
    .description('Show what changed between two revisions or schema files, and which sides it breaks.')
    .argument('<old>', 'a revision of the schema folder, or a file.ts')
    .argument('<new>', 'the revision or file to compare it with')
    .addOption(new Option('--format <format>', 'the output format').choices(Object.keys(formats)).default('text'))
    .addOption(schemaOption())
    .addOption(extensionOption())
    .addOption(
      new Option('--for <side>', 'show only what this side must change, and how').choices(['server', 'client']),
    )
    .option('--exit-code', 'exit with 1 if a change is breaking')
    .addOption(
      new Option('--allow <rule[@path]>', 'permit a breaking change; may be repeated; implies --exit-code')
        .argParser(addAllowance)
        .default([], 'none'),
    )
    .addHelpText('after', HELP)
    .action(async (was: string, is: string, options: DiffOptions) => {
      finish(await diff(was, is, options, terminal));
    });
}

async function diff(was: string, is: string, options: DiffOptions, terminal: Terminal): Promise<Outcome> {
  terminal.progress?.step('Reading the schemas');
  const older = await findSchema(was, options.schema);
  const newer = await findSchema(is, options.schema);
  const extensions = await fitExtensions(options.extension, [older, newer], terminal);
  const from = { name: was, protocol: await loadProtocol(older.path, older.revision, extensions) };
  const to = { name: is, protocol: await loadProtocol(newer.path, newer.revision, extensions) };
  const support = await readSupport();
  terminal.progress?.step('Comparing the revisions');
  const report = compareProtocols(from, to, { side: options.for, allow: options.allow, support });
  const isGate = options.exitCode === true || options.allow.length > 0;
  const isFinding = isGate && report.breaking > report.allowed;
  return { exitCode: isFinding ? exitCode.findings : exitCode.done, text: await formats[options.format](report) };
}

function addAllowance(text: string, earlier: readonly Allowance[]): readonly Allowance[] {
  const allowance = readAllowance(text);
  if (!allowance) {
    throw new UsageError(`Unknown rule ${JSON.stringify(printable(text))}. Valid rules: ${BREAKING_RULES.join(', ')}.`);
  }
  return [...earlier, allowance];
}
