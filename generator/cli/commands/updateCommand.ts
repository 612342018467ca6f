import { isDeepStrictEqual } from 'node:util';
import { Command } from 'commander';
import type { ToolChange } from '../../openapi/compareTools.js';
import type { Update } from '../../openapi/updateProject.js';
import { printableLine, shorten } from '../../printable.js';
import { ALLOW_DESTINATION, confirmDestinations } from '../confirmDestinations.js';
import { describeGaps } from '../describeGaps.js';
import { jsonOption } from '../options.js';
import { exitCode, UsageError, type Outcome } from '../outcome.js';
import { count } from '../phrases.js';
import type { Terminal } from '../terminal.js';

interface UpdateOptions {
  readonly from?: string;
  readonly check?: boolean;
  readonly allowDestination?: boolean;
}

const EXAMPLES = `
Examples:
  mcp-gen update
  mcp-gen update pets --check
  mcp-gen update pets --from https://api.example.com/openapi.json

It replaces src/generated, openapi.lock.json, and files that nobody has changed. openapi.json says which operations are tools.`;

const CHANGED = 'The project or the document has changed in the meantime. Nothing was written. Run the command again.';

/** Returns the command `update`. */
export function updateCommand(terminal: Terminal, finish: (outcome: Outcome) => void): Command {
  return new Command('update')
    .summary('update a server of an API to its OpenAPI document')
    .description(
      'Read the OpenAPI document of a server again: say what changes for clients, and replace the files that nobody has changed.',
    )
    .argument('[folder]', 'the project', '.')
    .option('--from <document>', 'the document for this update: a file or a URL (default: that of openapi.json)')
    .option('--check', 'write nothing; exit with 1 if something would change')
    .option(ALLOW_DESTINATION, 'write also if calls go to another origin, or a credential is sent in another place')
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES)
    .action(async (folder: string, { from, check = false, allowDestination = false }: UpdateOptions) => {
      terminal.progress?.step('Reading the document');
      const { planUpdate } = await import('../../openapi/updateProject.js');
      const update = await planUpdate(folder, from);
      terminal.progress?.end();
      if (!check) {
        if (!allowDestination && (await confirmDestinations(update.destinations, terminal))) {
          // The project can have changed while the user read.
          const now = await planUpdate(folder, from);
          if (!isDeepStrictEqual(now, update)) throw new UsageError(CHANGED);
        }
        const { applyChanges } = await import('../../write/applyChanges.js');
        await applyChanges(folder, update.changes);
      }
      const { changes, ...said } = update;
      const paths = changes.map(({ path }) => path);
      finish({
        exitCode: check && changes.length > 0 ? exitCode.findings : exitCode.done,
        text: describeUpdate(update, check),
        json: { folder, ...(check ? { stale: paths } : { written: paths }), ...said },
      });
    });
}

function describeUpdate({ destinations, changes, drift, added, todo, gaps }: Update, check: boolean): string {
  const done = check ? 'would change' : 'changed';
  const files = changes.length === 0 ? 'All files are up to date.' : `${count(changes.length, 'file')} ${done}:`;
  return [
    ...list(
      'Where calls go:',
      destinations.map(({ message }) => message),
    ),
    ...(drift.length > 0 ? ['For clients of the server:', ...drift.flatMap(describeChange)] : []),
    ...list('New in the document; to make tools of them, add them to openapi.json:', added),
    ...list('For you to do:', todo),
    ...describeGaps(gaps),
    files,
    ...changes.map(({ path, content }) => `  ${path}${content === undefined ? ' (removed)' : ''}`),
  ].join('\n');
}

function describeChange({ tool, schema, path, rule, was, is, reason, class: of }: ToolChange): readonly string[] {
  const place = [tool, schema, path].filter((part) => part !== undefined && part !== '').join('.');
  const values = was === undefined && is === undefined ? '' : `: ${line(was ?? '(none)')} → ${line(is ?? '(none)')}`;
  return [`  ${of.padEnd(10)}  ${line(place)}: ${rule.replaceAll('-', ' ')}${values}`, `              ${reason}`];
}

function line(text: string): string {
  return printableLine(shorten(text, 100));
}

/** The most lines of a list. */
const MOST = 30;

function list(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const more = items.length > MOST ? [`  ... and ${items.length - MOST} more: --json lists all.`] : [];
  return [title, ...items.slice(0, MOST).map((item) => `  ${printableLine(item)}`), ...more];
}
