import { Command, Option } from 'commander';
import { loadProtocol } from '../../compile.js';
import { compareProtocols, type Report } from '../../diff/compareProtocols.js';
import { formatMarkdown } from '../../diff/formatMarkdown.js';
import { formatText } from '../../diff/formatText.js';
import { exitCode } from '../exitCode.js';
import { findSchema } from '../findSchema.js';
import { schemaOption } from '../options.js';
import type { Outcome } from '../outcome.js';

const formats = {
  text: formatText,
  json: (report: Report) => JSON.stringify(report, null, 2),
  markdown: formatMarkdown,
  // Loads Handlebars.
  html: async (report: Report) => (await import('../../diff/formatHtml.js')).formatHtml(report),
} as const satisfies { readonly [format: string]: (report: Report) => string | Promise<string> };

interface DiffOptions {
  readonly format: keyof typeof formats;
  readonly schema: string;
  readonly exitCode?: boolean;
}

const HELP = `
Inputs are compared by the values they describe: inherited properties count, prose does not.
A change is breaking for old clients or servers, which read what newer peers send, or for new ones, which read
what older peers send.

The JSON object has old, new, equal, breaking, compatible, protocol, methods, added, removed, definitions and reasons.
Each change in it has a kind, a path, was and is where there is something to say, and breaks: the readers it breaks.

Examples:
  mcp-gen diff 2024-11-05 2025-03-26
  mcp-gen diff 2025-03-26 drafts/next/schema.ts --format markdown
  mcp-gen diff 2024-11-05 2025-03-26 --format html > changes.html
  mcp-gen diff 2025-03-26 drafts/next/schema.ts --exit-code    fail if anything breaks`;

export function diffCommand(finish: (outcome: Outcome) => void): Command {
  return new Command('diff')
    .summary('compare two revisions')
    .description('Show what changed between two revisions, or schema files, and whom it breaks.')
    .argument('<old>', 'a revision of the schema folder, or a file.ts')
    .argument('<new>', 'the one to compare it with')
    .addOption(new Option('--format <format>', 'how to show it').choices(Object.keys(formats)).default('text'))
    .addOption(schemaOption())
    .option('--exit-code', 'exit with 1 if a change breaks somebody')
    .addHelpText('after', HELP)
    .action(async (was: string, is: string, options: DiffOptions) => finish(await diff(was, is, options)));
}

async function diff(was: string, is: string, options: DiffOptions): Promise<Outcome> {
  const older = await findSchema(was, options.schema);
  const newer = await findSchema(is, options.schema);
  const report = compareProtocols(
    { name: was, protocol: await loadProtocol(older) },
    { name: is, protocol: await loadProtocol(newer) },
  );
  const isFinding = options.exitCode === true && report.breaking > 0;
  return { exitCode: isFinding ? exitCode.findings : exitCode.done, text: await formats[options.format](report) };
}
