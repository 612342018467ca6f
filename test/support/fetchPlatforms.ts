/** Platforms that are not Node, and that run a server on the web's own requests. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildResult } from 'esbuild';
import { startProgram, type RunningProgram } from './httpProgram.js';
import { DENO } from './installedPlatforms.js';
import { ROOT } from './schemas.js';
import type { ReachableServer } from './servers.js';

/** A module that exports a server as `fetch`: all features, on the built packages. */
export const FETCH_SERVER: string = fileURLToPath(new URL('../fixtures/fetchServer.mjs', import.meta.url));

/** The program of workerd, which npm installs on some platforms. */
const WORKERD: string | undefined = (() => {
  const arch = process.arch === 'x64' ? '64' : process.arch;
  try {
    return createRequire(import.meta.url).resolve(`@cloudflare/workerd-${process.platform}-${arch}/bin/workerd`);
  } catch {
    return undefined;
  }
})();

/** Why workerd cannot be run here; undefined if it can. */
export const WORKERD_MISSING: string | undefined = WORKERD === undefined ? 'workerd is not installed' : undefined;

/** Bundles a module for a platform without Node. What it loads when it is needed is in files of its own. */
export function bundleForWeb(entry: string, folder: string): Promise<BuildResult<{ metafile: true }>> {
  return build({
    entryPoints: [entry],
    absWorkingDir: folder,
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['node:*'],
    outExtension: { '.js': '.mjs' },
    // What is linked into a workspace counts as one's own code, and is warned about.
    logLevel: 'error',
    metafile: true,
  });
}

/** How workerd is told what to serve, the first file, which imports the others, with which variables, and as of which date. */
const configOf = (files: readonly string[], variables: Readonly<Record<string, string>>, date: string): string => `
  using Workerd = import "/workerd/workerd.capnp";
  const config :Workerd.Config = (
    services = [(name = "main", worker = .worker)],
    sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
  );
  const worker :Workerd.Worker = (
    modules = [${files.map((file) => `(name = "${file}", esModule = embed "${file}")`).join(', ')}],
    bindings = [${Object.entries(variables)
      .map(([name, text]) => `(name = "${name}", text = "${text}")`)
      .join(', ')}],
    compatibilityDate = "${date}",
  );
`;

const reachable = (port: unknown, stop: () => Promise<void>): ReachableServer => ({
  address: { over: 'HTTP', url: `http://127.0.0.1:${String(port)}/mcp` },
  stop,
});

/**
 * Serves a module in workerd: {@link FETCH_SERVER}, or another one with the variables that it needs.
 *
 * @param date the compatibility date, which workerd refuses if it is newer than itself
 */
export async function startWorkerd(
  module = FETCH_SERVER,
  variables: Readonly<Record<string, string>> = {},
  date = '2026-01-01',
): Promise<ReachableServer> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-gen-test-'));
  const { metafile } = await bundleForWeb(module, folder);
  const entry = `${parse(module).name}.mjs`;
  const others = Object.keys(metafile.outputs).filter((file) => file !== entry);
  await writeFile(join(folder, 'config.capnp'), configOf([entry, ...others], variables, date));
  // Events are written to the third output, as JSON.
  const { ready, stop } = await startProgram(WORKERD ?? '', ['serve', 'config.capnp', '--control-fd=3'], {
    cwd: folder,
    isReady: (line) => line.includes('"listen"'),
  });
  const { port } = JSON.parse(ready) as { readonly port: number };
  return reachable(port, async () => {
    await stop();
    await rm(folder, { recursive: true });
  });
}

/** Deno is given no permission but to listen, and to reach what a test names: none for files, programs, or variables. */
const DENO_FLAGS = ['--no-prompt', '--no-lock', '--node-modules-dir=manual'];

/** Starts Deno in the project, whose packages it runs as they are. */
async function deno(
  [command = '', ...args]: readonly string[],
  isReady: (line: string) => boolean,
): Promise<RunningProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-gen-test-'));
  const running = await startProgram(DENO.program, [command, ...DENO_FLAGS, ...args], {
    cwd: ROOT,
    env: { DENO_DIR: folder, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' },
    isReady,
  });
  return {
    ...running,
    async stop() {
      await running.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Serves {@link FETCH_SERVER} in Deno. */
export async function startDeno(): Promise<ReachableServer> {
  const args = ['serve', '--host', '127.0.0.1', '--port', '0', FETCH_SERVER];
  const { ready, stop } = await deno(args, (line) => line.includes('Listening on'));
  return reachable(/:(\d+)\//.exec(ready)?.[1], stop);
}

/**
 * Runs a program in Deno, which may reach one host.
 *
 * @returns the first line that it prints on standard output
 */
export async function runInDeno(program: string, url: string): Promise<string> {
  const args = ['run', `--allow-net=${new URL(url).host}`, program, url];
  const { ready, stop } = await deno(args, (line) => line.startsWith('{'));
  await stop();
  return ready;
}
