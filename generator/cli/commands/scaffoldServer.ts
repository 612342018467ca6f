import { Command, Option } from 'commander';
import { resolveDependencies, type RuntimeSource } from '../../scaffold/dependencies.js';
import { refuseOccupied, scaffoldProject, type Scaffolded } from '../../scaffold/scaffoldProject.js';
import { serverProject, type ServerChoices } from '../../scaffold/serverProject.js';
import { chooseServer, splitList } from '../chooseServer.js';
import { compileRevisions } from '../compileRevisions.js';
import { count } from '../count.js';
import { exitCode } from '../exitCode.js';
import { jsonOption, ownSchemas } from '../options.js';
import type { Outcome } from '../outcome.js';
import { unattended, type Terminal } from '../terminal.js';

interface ScaffoldOptions {
  readonly name?: string;
  readonly revision?: readonly string[];
  readonly runtime: RuntimeSource;
  readonly yes?: boolean;
  readonly force?: boolean;
}

const REVISION_HELP = 'the revisions to serve, separated by commas (default: all)';
const RUNTIME_HELP =
  'where the project gets the packages of mcp-gen: packed into its vendor/ folder, or from the npm registry';

const EXAMPLES = `
Examples:
  mcp-gen scaffold server weather
  mcp-gen scaffold server weather --name @me/weather --revision 2025-03-26 --yes`;

export function scaffoldServerCommand(terminal: Terminal, finish: (outcome: Outcome) => void): Command {
  return new Command('server')
    .summary('start a server')
    .description('Start a server: strict TypeScript, one tool to fill in, a test that talks to it over stdio.')
    .argument('<folder>', 'where to write it: an empty folder, or one that is not there yet')
    .option('--name <name>', 'the name of the npm package (default: from the folder)')
    .option('--revision <revisions>', REVISION_HELP, addToList)
    .addOption(new Option('--runtime <source>', RUNTIME_HELP).choices(['vendor', 'registry']).default('vendor'))
    .option('--yes', 'ask nothing; take the defaults')
    .option('--force', 'write into a folder that is not empty, over the files of the same names')
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES)
    .action(async (folder: string, options: ScaffoldOptions) => {
      finish(await scaffoldServer(folder, options, terminal));
    });
}

function addToList(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, ...splitList(value)];
}

async function scaffoldServer(folder: string, options: ScaffoldOptions, terminal: Terminal): Promise<Outcome> {
  if (!options.force) await refuseOccupied(folder);
  const given = { folder, name: options.name, revisions: options.revision };
  const choices = await chooseServer(given, options.yes ? unattended(terminal) : terminal);
  const protocol = await compileRevisions(choices.revisions, ownSchemas, terminal);
  const dependencies = await resolveDependencies(options.runtime);
  const files = await serverProject(
    choices,
    dependencies,
    protocol.flatMap(({ files }) => files),
  );
  const done = await scaffoldProject(folder, files);
  return {
    exitCode: exitCode.done,
    text: describeRun(folder, choices, done),
    json: { folder, ...choices, ...done, next: nextStep(folder) },
  };
}

function describeRun(folder: string, { name, revisions }: ServerChoices, { written, replaced }: Scaffolded): string {
  const lines = [`${folder}: ${count(written.length, 'file')} written. ${name} speaks ${revisions.join(' and ')}.`];
  if (replaced.length > 0) lines.push('Replaced:', ...replaced.map((path) => `  ${path}`));
  return [...lines, `Next: ${nextStep(folder)}`].join('\n');
}

function nextStep(folder: string): string {
  const quoted = /^[\w./\\:@~+-]+$/.test(folder) ? folder : JSON.stringify(folder);
  return `cd ${quoted} && npm install && npm test && npm start`;
}
