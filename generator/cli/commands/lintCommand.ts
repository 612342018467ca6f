import { basename, dirname, join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { LintedRevision, LintReport } from '../../lint/lintProtocols.js';
import { SEVERITIES, type Severity } from '../../lint/lintRules.js';
import { checkSettings, type LintSettings } from '../../lint/settings.js';
import { isRevisionName } from '../../model/revisionName.js';
import { escapeHidden } from '../../printable.js';
import { InputError } from '../../problems.js';
import { loadProtocol } from '../../protocols.js';
import type { Extension } from '../../read/extension.js';
import { generatorFolder, readManifest } from '../../scaffold/packages.js';
import { chooseRevisions } from '../chooseRevisions.js';
import { findSchema, fitExtensions, type FoundSchema } from '../fitExtensions.js';
import { extensionOption, FITTING_HELP, schemaOption } from '../options.js';
import { exitCode, type Outcome, UsageError } from '../outcome.js';
import type { Terminal } from '../terminal.js';

// Loaded only if they are used, like the rules.
const formats = {
  text: async (report: LintReport) => (await import('../../lint/formatLintText.js')).formatLintText(report),
  json: (report: LintReport) => escapeHidden(JSON.stringify(report, null, 2)),
  markdown: async (report: LintReport) => (await import('../../lint/formatLintMarkdown.js')).formatLintMarkdown(report),
  sarif: async (report: LintReport) => {
    const { formatLintSarif } = await import('../../lint/formatLintSarif.js');
    return formatLintSarif(report, readManifest(generatorFolder).version);
  },
} as const satisfies { readonly [format: string]: (report: LintReport) => string | Promise<string> };

interface LintOptions {
  readonly format: keyof typeof formats;
  readonly schema: string;
  readonly extension: readonly Extension[];
  readonly exitCode?: boolean;
  readonly maxSeverity?: Exclude<Severity, 'error'>;
  readonly rule: NonNullable<LintSettings['rules']>;
  readonly allow: NonNullable<LintSettings['allow']>;
  /** The settings of the config. */
  readonly lint?: LintSettings;
}

const HELP = `
Reports what a reviewer asks about before a release: messages in no union, results that nobody returns, rules that only
docs state, names that collide, formats that are missing, and more. Each revision is compared with the one before it
in the schema folder. Also checks schema.json and examples/<Definition>/*.json beside a schema.

Each rule has a severity: error, warning, or note. The report shows the reasons; docs/lint.md lists all rules.
--rule <rule>=<severity> changes the severity of a rule; off disables it. --allow <rule>@<place> allows one finding and
those below its place; --allow <rule> allows all. mcp-gen.config.json sets both for a project, with reasons:
  "lint": { "rules": { "name-reserved": "off" }, "allow": { "list-without-pages@roots/list": "Roots are few." } }

--exit-code exits with 1 if there are warnings or errors; --max-severity sets the highest severity that is accepted.

The JSON object has revisions, findings, counts, allowed, rules, and unusedAllowances. Each finding has rule, severity,
revision, at, message, file, line, column, and, if it is allowed, the reason.
${FITTING_HELP}
Examples:
  mcp-gen lint                                        lint all revisions of the schema folder
  mcp-gen lint 2026-07-28 --exit-code                 fail on warnings and errors
  mcp-gen lint drafts/next/schema.ts --rule breaking-change=off
  mcp-gen lint --format sarif > lint.sarif            for code review`;

export function lintCommand(terminal: Terminal, finish: (outcome: Outcome) => void): Command {
  return new Command('lint')
    .summary('review a schema before its release')
    .description('Report what a reviewer of a schema asks about before a release.')
    .argument('[revision | file.ts...]', 'revisions of the schema folder, or files (default: all revisions)')
    .addOption(new Option('--format <format>', 'the output format').choices(Object.keys(formats)).default('text'))
    .addOption(schemaOption())
    .addOption(extensionOption())
    .option('--exit-code', 'exit with 1 if there are warnings or errors')
    .addOption(
      new Option('--max-severity <severity>', 'the highest severity that is accepted; implies --exit-code').choices(
        SEVERITIES.filter((each) => each !== 'error'),
      ),
    )
    .addOption(
      new Option('--rule <rule=severity>', 'the severity of a rule; may be repeated')
        .argParser(addSeverity)
        .default({}, 'those of the rules'),
    )
    .addOption(
      new Option('--allow <rule[@place]>', 'allow a finding; may be repeated')
        .argParser(addAllowance)
        .default({}, 'none'),
    )
    .addHelpText('after', HELP)
    .action(async (inputs: string[], options: LintOptions) => {
      finish(await lint(inputs, options, terminal));
    });
}

async function lint(inputs: readonly string[], options: LintOptions, terminal: Terminal): Promise<Outcome> {
  const { schema, format, extension } = options;
  const settings = readSettings(options);
  terminal.progress?.step('Reading the schemas');
  const found: FoundSchema[] = [];
  for (const input of inputs.length === 0 ? await chooseRevisions([], schema) : inputs) {
    found.push(withFolder(await findSchema(input, schema)));
  }
  const extensions = await fitExtensions(extension, found, terminal);
  const { lintRevisions } = await import('../../lint/lintProtocols.js');
  const { readFiles } = await import('../../lint/readFiles.js');
  const revisions: LintedRevision[] = [];
  for (const { path, revision } of found) {
    const protocol = await loadProtocol(path, revision, extensions);
    const older = await olderThan(protocol.revision, schema);
    terminal.progress?.step(`Linting ${protocol.revision}`);
    revisions.push({
      protocol,
      older: older && (await loadProtocol(older.path, older.revision, extensions)),
      files: await readFiles(path, protocol),
    });
  }
  const report = lintRevisions(revisions, settings);
  return {
    exitCode: isRejected(report, options) ? exitCode.findings : exitCode.done,
    text: await formats[format](report),
  };
}

/** Returns a file with the revision that its folder states: a draft may state the revision that it will be. */
function withFolder({ path, revision }: FoundSchema): FoundSchema {
  const folder = basename(dirname(resolve(path)));
  const isOfFolder = basename(path) === 'schema.ts' && isRevisionName(folder) && /^(?:\d{4}-|draft$)/.test(folder);
  const stated = revision ?? (isOfFolder ? folder : undefined);
  return { path, ...(stated !== undefined && { revision: stated }) };
}

/** Returns the newest revision of the schema folder that is older than one. */
async function olderThan(revision: string, schema: string): Promise<FoundSchema | undefined> {
  const before = (await chooseRevisions([], schema)).findLast((id) => id < revision);
  return before === undefined ? undefined : { path: join(schema, before, 'schema.ts'), revision: before };
}

function isRejected({ counts }: LintReport, { exitCode: isGate, maxSeverity }: LintOptions): boolean {
  if (isGate !== true && maxSeverity === undefined) return false;
  const rejected = SEVERITIES.slice(SEVERITIES.indexOf(maxSeverity ?? 'note') + 1);
  return rejected.some((severity) => severity !== 'off' && counts[severity] > 0);
}

/** Options of the command line replace those of the config. */
function readSettings({ rule, allow, lint: { rules = {}, allow: allowed = {} } = {} }: LintOptions) {
  try {
    return checkSettings({ rules: { ...rules, ...rule }, allow: { ...allowed, ...allow } });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new UsageError(error.message, { cause: error });
  }
}

function addSeverity(text: string, earlier: LintOptions['rule']): LintOptions['rule'] {
  const [rule = '', severity = ''] = text.split('=');
  return { ...earlier, [rule]: severity as Severity };
}

function addAllowance(text: string, earlier: LintOptions['allow']): LintOptions['allow'] {
  return { ...earlier, [text]: 'allowed on the command line' };
}
