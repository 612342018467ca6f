import { Command, Option } from 'commander';
import type { GeneratedFile } from '../../targets/file.js';
import { OWN_SCHEMAS } from '../../read/tables.js';
import { defaultSource, resolveDependencies, type PackageSource } from '../../scaffold/dependencies.js';
import { projectFiles, TRANSPORTS, type ProjectChoices, type TransportName } from '../../scaffold/projectFiles.js';
import { checkEmpty, scaffoldProject, type Scaffolded } from '../../scaffold/scaffoldProject.js';
import {
  AUTHS,
  DEPLOYMENTS,
  TEMPLATES,
  type AuthName,
  type DeploymentName,
  type ProjectKind,
  type TemplateName,
} from '../../scaffold/templates.js';
import { bindServer } from '../bindServer.js';
import type { ApiOptions, scaffoldApi } from '../scaffoldApi.js';
import { chooseProject } from '../chooseProject.js';
import { compileRevisions } from '../compileRevisions.js';
import { count, joinWords } from '../phrases.js';
import { jsonOption, splitList } from '../options.js';
import { exitCode, type Outcome, UsageError } from '../outcome.js';
import { nonInteractive, type Terminal } from '../terminal.js';
import { extensionCommand } from './scaffoldExtension.js';
import { describeReplaced, nextStep, RUNTIME_HELP } from './scaffoldTexts.js';

interface ScaffoldOptions extends ApiOptions {
  readonly name?: string;
  readonly revision?: readonly string[];
  readonly template: TemplateName;
  readonly transport?: TransportName;
  /** True if no value was given: the default of the kind. */
  readonly auth?: AuthName | true;
  readonly tasks?: boolean;
  readonly deploy?: DeploymentName;
  readonly runtime: PackageSource;
  readonly yes?: boolean;
  readonly force?: boolean;
}

/** The texts and options of one kind of project. */
interface KindText {
  readonly summary: string;
  readonly description: string;
  readonly examples: string;
  /** The help on its templates. */
  readonly templates: string;
  /** The command that starts the project, in its folder. */
  readonly start: (template: TemplateName) => string;
}

const KINDS: { readonly [Kind in ProjectKind]: KindText } = {
  server: {
    summary: 'start a server',
    description: 'Start a server in strict TypeScript, for stdio and HTTP, with tests.',
    templates:
      'the content: one tool (minimal), each feature once (full), a tool with a user interface (app), or generated protocol code (protocol)',
    examples: `
Examples:
  mcp-gen scaffold server weather
  mcp-gen scaffold server weather --template full --transport http
  mcp-gen scaffold server weather --template app
  mcp-gen scaffold server weather --auth jwt
  mcp-gen scaffold server pets --from openapi.yaml --tag pets,store
  mcp-gen scaffold server weather --deploy docker
  mcp-gen scaffold server weather --template protocol --name @me/weather --revision 2025-03-26 --yes`,
    start: (template) => (template === 'app' ? 'npm run dev' : 'npm start'),
  },
  client: {
    summary: 'start a client',
    description:
      'Start a client: a program in strict TypeScript that lists the features of any server and calls its tools, with tests.',
    templates: 'the content: a few commands (minimal), each feature once (full), or generated protocol code (protocol)',
    examples: `
Examples:
  mcp-gen scaffold client explorer
  mcp-gen scaffold client explorer --template full
  mcp-gen scaffold client weather --from "npx -y weather-server"
  mcp-gen scaffold client explorer --auth
  mcp-gen scaffold client explorer --name @me/explorer --revision 2025-03-26 --yes`,
    start: (template) => `npm start -- ${template === 'full' ? 'list -- ' : ''}node dist/test/server.js`,
  },
};

const REVISION_HELP = 'the revisions to support, separated by commas (default: all)';
const TRANSPORT_HELP = 'the transport if none is given at startup (default: stdio; with --auth or --deploy: http)';
const AUTH_HELP =
  'how it identifies callers over HTTP: by JWTs, by asking the authorization server about tokens, or by logins at another provider (template minimal)';
const TASKS_HELP = 'add a tool that runs as a task, which the next process resumes after a restart (template minimal)';
const DEPLOY_HELP =
  'add the files of a container, or of a Cloudflare Worker (worker: template minimal, without --auth and --tasks)';
const LOGIN_HELP = 'log the user in with a browser, if a server at a URL requires it (template minimal)';
const FROM_HELP =
  'make a typed client of this server: a command line or a URL; starts or calls the server now; needs the package @mcp-gen/bind';

const API_HELP =
  'make tools that call the HTTP API of this OpenAPI document: a file or a URL, of version 2.0, 3.0, 3.1, or 3.2';
const SELECTION_HELP = 'with --from: only operations';

/** Returns the command `scaffold`, with a command below it for each kind of project, and for extensions. */
export function scaffoldCommand(terminal: Terminal, finish: (outcome: Outcome) => void): Command {
  const scaffold = new Command('scaffold').summary('start a new project').description('Start a new project.');
  for (const kind of Object.keys(KINDS) as ProjectKind[]) scaffold.addCommand(kindCommand(kind, terminal, finish));
  scaffold.addCommand(extensionCommand(terminal, finish));
  return scaffold;
}

function kindCommand(kind: ProjectKind, terminal: Terminal, finish: (outcome: Outcome) => void): Command {
  const { summary, description, templates, examples } = KINDS[kind];
  const command = new Command(kind)
    .summary(summary)
    .description(description)
    .argument('<folder>', 'the folder to write to: empty or new')
    .option('--name <name>', 'the name of the npm package (default: from the folder)')
    .addOption(new Option('--template <template>', templates).choices(TEMPLATES[kind]).default('minimal'))
    .option('--revision <revisions>', REVISION_HELP, addToList)
    .addOption(new Option('--runtime <source>', RUNTIME_HELP).choices(['vendor', 'registry']).default(defaultSource()))
    .option('--yes', 'ask no questions; use the defaults')
    .option('--force', 'write to a folder that is not empty, and replace files of the same names')
    .addOption(jsonOption())
    .addHelpText('after', examples)
    .action(async (folder: string, options: ScaffoldOptions) => {
      finish(await scaffold(kind, folder, options, terminal));
    });
  // A client has no default transport.
  if (kind === 'client') return command.option('--auth', LOGIN_HELP).option('--from <server>', FROM_HELP);
  return command
    .addOption(new Option('--transport <transport>', TRANSPORT_HELP).choices(TRANSPORTS))
    .addOption(new Option('--auth <how>', AUTH_HELP).choices(AUTHS.server))
    .option('--tasks', TASKS_HELP)
    .addOption(new Option('--deploy <where>', DEPLOY_HELP).choices(DEPLOYMENTS))
    .option('--from <document>', API_HELP)
    .option('--tag <tags>', `${SELECTION_HELP} with these tags, separated by commas`, addToList)
    .option('--path <paths>', `${SELECTION_HELP} at these paths, in which * stands for anything`, addToList)
    .option('--method <methods>', `${SELECTION_HELP} of these methods`, addToList)
    .option('--all', 'with --from: all operations, however many')
    .option(
      '--allow-refs <places>',
      'with --from: the hosts and folders that references may lead to (default: none)',
      addToList,
    );
}

function addToList(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, ...splitList(value)];
}

async function scaffold(
  kind: ProjectKind,
  folder: string,
  options: ScaffoldOptions,
  terminal: Terminal,
): Promise<Outcome> {
  if (options.force !== true) await checkEmpty(folder);
  const { name, revision: revisions, template, transport, tasks, deploy } = options;
  const auth = options.auth === true ? AUTHS[kind][0] : options.auth;
  checkFrom(kind, options);
  const given = { kind, folder, name, template, revisions, transport, auth, tasks, deploy };
  const asking = options.yes === true ? nonInteractive(terminal) : terminal;
  const choices = await chooseProject(given, asking);
  const protocol = template === 'protocol' ? await generate(choices, terminal) : [];
  const { from } = options;
  const server = from === undefined || kind === 'server' ? undefined : await bindServer(from, terminal);
  const api =
    from === undefined || kind === 'client' ? undefined : await readApi(from, folder, options, choices, asking);
  if (options.runtime === 'vendor') terminal.progress?.step('Packing the packages of mcp-gen');
  const dependencies = await resolveDependencies(options.runtime, template, auth, server !== undefined);
  terminal.progress?.step('Writing the files');
  const files = await projectFiles(kind, choices, dependencies, protocol, server ?? api?.api);
  const done = await scaffoldProject(folder, files);
  const next = nextStep(folder, server ? 'npm start' : KINDS[kind].start(template));
  return {
    exitCode: exitCode.done,
    text: describeRun(folder, choices, done, next, api?.report),
    json: { folder, ...choices, ...done, next, ...api?.json },
  };
}

/** Loads the reader of documents only when it is needed. */
const readApi: typeof scaffoldApi = async (...args) => (await import('../scaffoldApi.js')).scaffoldApi(...args);

/** @throws {UsageError} if options do not go together */
function checkFrom(kind: ProjectKind, options: ScaffoldOptions): void {
  const { from, template, auth, tasks, deploy, tag, path, method, all, allowRefs } = options;
  const others = { '--tag': tag, '--path': path, '--method': method, '--all': all, '--allow-refs': allowRefs };
  const [useless] = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (from === undefined && useless !== undefined) throw new UsageError(`${useless} requires --from.`);
  if (from === undefined) return;
  if (template !== 'minimal' || auth !== undefined) {
    throw new UsageError('--from has its own template. Remove --template and --auth.');
  }
  if (kind === 'server' && (tasks === true || deploy !== undefined)) {
    throw new UsageError('--from has its own template. Remove --tasks and --deploy.');
  }
}

async function generate({ revisions }: ProjectChoices, terminal: Terminal): Promise<readonly GeneratedFile[]> {
  const { output } = await compileRevisions(revisions.toReversed(), OWN_SCHEMAS, terminal);
  return output.files;
}

function describeRun(
  folder: string,
  { name, revisions }: ProjectChoices,
  done: Scaffolded,
  next: string,
  report: readonly string[] = [],
): string {
  const lines = [`${folder}: ${count(done.written.length, 'file')} written. ${name} supports ${joinWords(revisions)}.`];
  return [...lines, ...report, ...describeReplaced(done), `Next: ${next}`].join('\n');
}
