/** The official conformance suite: installs it, and runs it on the two programs beside this file. Paths are this folder's. */

import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build, type Plugin } from 'esbuild';
import type { Check, Outcome } from './judge.js';

/** Names of scenarios, by what they test. */
export interface Scenarios {
  readonly server: readonly string[];
  readonly client: readonly string[];
}

interface Ended {
  readonly exitCode: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

const NAME = '@modelcontextprotocol/conformance';
const INSTALLED = `node_modules/${NAME}`;
/** The suite and its packages as one file, beside its own: it is started for each scenario, and loads in less than half the time. */
const PROGRAM = `${INSTALLED}/dist/whole.mjs`;
const TIMEOUT = 300_000;
const OUTPUT_LIMIT = 256 * 1024 * 1024;

/** Installs the suite, unless the version that is wanted is there, and bundles it. */
export async function install(): Promise<void> {
  const { dependencies } = readJson('package.json') as { readonly dependencies: { readonly [NAME]: string } };
  const wanted = dependencies[NAME];
  const manifest = `${INSTALLED}/package.json`;
  if (!existsSync(manifest) || (readJson(manifest) as { readonly version: string }).version !== wanted) {
    console.error(`Installing ${NAME} ${wanted} ...`);
    // Standard output is for the results.
    execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel', 'error'], { stdio: ['ignore', 2, 2] });
  }
  await build({
    absWorkingDir: process.cwd(),
    entryPoints: [`${INSTALLED}/dist/index.js`],
    outfile: PROGRAM,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    logLevel: 'warning',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    plugins: [forNode20],
  });
}

/** The suite imports a function that Node has from version 22 on, for a command that is not used here. This one throws instead. */
const forNode20: Plugin = {
  name: 'node-20',
  setup({ onLoad }) {
    onLoad({ filter: /conformance[\\/]dist[\\/]index\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const [imported, name] = /\bglobSync as (\w+),?/.exec(text) ?? [];
      if (imported === undefined) return { contents: text };
      const missing = `const ${name} = () => { throw new Error('This command needs Node 22'); };`;
      return { contents: `${text.replace(imported, '')}\n${missing}` };
    });
  },
};

/** The scenarios of a revision, or those that it requires. */
export async function list(selection: '--spec-version' | '--requirements', revision: string): Promise<Scenarios> {
  const { stdout, stderr } = await run(['list', selection, revision]);
  const names = (title: string): string[] => {
    const [section = ''] = (stdout.split(`${title} scenarios (`)[1] ?? '').split('\n\n', 1);
    return [...section.matchAll(/^ {2}- (\S+)/gm)].map(([, name = '']) => name);
  };
  const scenarios = { server: names('Server'), client: names('Client') };
  if (scenarios.server.length === 0) throw new Error(`The suite does not list its scenarios: ${stdout}${stderr}`);
  return scenarios;
}

/** The scenarios of one side that belong to extensions, and so to no revision. */
export async function listExtensions(side: keyof Scenarios): Promise<readonly string[]> {
  const { stdout, stderr } = await run(['list', `--${side}`]);
  const names = [...stdout.matchAll(/^ {2}- (\S+) \[extension\]$/gm)].map(([, name = '']) => name);
  if (names.length === 0) throw new Error(`The suite does not list scenarios of extensions: ${stdout}${stderr}`);
  return names;
}

/**
 * Tests the server with scenarios of one revision, one after the other. Resolves with the outcome of each.
 *
 * @param areExtensions whether they are scenarios of extensions, which the suite runs by name only
 * @param program the server: `server`, or `nodes` for two processes of it
 */
export async function testServer(
  revision: string,
  scenarios: readonly string[],
  areExtensions = false,
  program = 'server',
): Promise<ReadonlyMap<string, Outcome>> {
  return withServer(revision, program, (url) =>
    inFolder(async (results) => {
      const whole = scenarios.length === 1 ? ['--scenario', ...scenarios] : ['--suite', 'all'];
      const selections = areExtensions ? scenarios.map((name) => ['--scenario', name, '--force']) : [whole];
      const where = ['--url', url, '-o', results];
      const ended: Ended[] = [];
      for (const selection of selections) {
        ended.push(await run(['server', ...selection, '--spec-version', revision, ...where]));
      }
      const said = ended.map(({ stderr }) => stderr).join('');
      return new Map(
        scenarios.map((name, at) => {
          const checks = readChecks(results, `server-${name}`);
          const { exitCode } = (ended.length === scenarios.length ? ended[at] : undefined) ?? {};
          return [name, { checks: checks ?? [], exitCode, ...(checks === undefined && { said }) }];
        }),
      );
    }),
  );
}

/**
 * Checks a repository against the tiers of SDKs, with the scenarios that a revision requires. GitHub's answers come from `github.js`.
 * Resolves with the report.
 *
 * @param node the program that runs the suite: the command needs Node 22
 */
export function checkTier(revision: string, node: string): Promise<string> {
  return withServer(revision, 'server', async (url) => {
    const repository = ['--repo', 'owner/mcp-gen', '--token', 'none'];
    const programs = ['--conformance-server-url', url, '--client-cmd', `${process.execPath} dist/client.js`];
    const args = [
      '--import',
      './dist/github.js',
      `${INSTALLED}/dist/index.js`,
      'tier-check',
      ...repository,
      ...programs,
    ];
    const { exitCode, stdout, stderr } = await execute(node, [...args, '--requirements', revision]);
    if (exitCode !== 0) throw new Error(`The suite failed: ${stderr}${stdout}`);
    return stdout;
  });
}

/** Starts a server, passes its URL to `use`, and stops it. */
async function withServer<Result>(
  revision: string,
  program: string,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = spawn(process.execPath, [`dist/${program}.js`, revision], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(server, 'exit');
  try {
    const ready = once(createInterface(server.stdout), 'line') as Promise<[string]>;
    const line = await Promise.race([ready, exited.then(() => undefined)]);
    if (line === undefined) throw new Error(`The server for ${revision} ended before it was ready`);
    return await use(line[0]);
  } finally {
    server.stdin.end();
    await exited;
  }
}

/**
 * Tests the client with one scenario, alone: only then the suite looks at how the client ends.
 *
 * @param isExtension whether the scenario belongs to no revision
 */
export function testClient(revision: string, scenario: string, isExtension: boolean): Promise<Outcome> {
  return inFolder(async (results) => {
    const what = ['--scenario', scenario, '--spec-version', revision, ...(isExtension ? ['--force'] : [])];
    const { exitCode, stderr } = await run(['client', '--command', 'node dist/client.js', ...what, '-o', results]);
    const said = readResult(results, scenario, 'stderr.txt') ?? stderr;
    return { checks: readChecks(results, scenario) ?? [], exitCode, clientExit: clientExitIn(stderr), said };
  });
}

/** How a client ended, as the suite prints it: nothing for 0, and 0 for one that it killed. */
export function clientExitIn(stderr: string): number | 'timeout' {
  if (/^Client timed out after /m.test(stderr)) return 'timeout';
  return Number(/^Client exited with code (-?\d+)$/m.exec(stderr)?.[1] ?? 0);
}

/** Runs the suite. Resolves when it has ended, however it has. */
function run(args: readonly string[]): Promise<Ended> {
  return execute(process.execPath, [PROGRAM, ...args]);
}

function execute(program: string, args: readonly string[]): Promise<Ended> {
  const options = { timeout: TIMEOUT, maxBuffer: OUTPUT_LIMIT };
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : (error.code ?? error.signal ?? error.message);
      resolve({ exitCode, stdout, stderr });
    });
  });
}

/** Lends a folder for results. */
async function inFolder<Result>(use: (results: string) => Promise<Result>): Promise<Result> {
  const results = mkdtempSync(join(tmpdir(), 'mcp-gen-conformance-'));
  try {
    return await use(results);
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

/** What the suite has found in one scenario, if it got that far. */
function readChecks(results: string, name: string): readonly Check[] | undefined {
  const text = readResult(results, name, 'checks.json');
  return text === undefined ? undefined : (JSON.parse(text) as readonly Check[]);
}

/** A file that the suite wrote about one scenario, into a folder of the scenario's name, which may be a path, and the time. */
function readResult(results: string, name: string, file: string): string | undefined {
  const folder = readdirSync(results, { recursive: true, encoding: 'utf8' }).find(
    (found) => found.startsWith(name) && /^-\d{4}-\d{2}-\d{2}T/.test(found.slice(name.length)),
  );
  if (folder === undefined) return undefined;
  const path = join(results, folder, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
