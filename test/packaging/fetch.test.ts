/** A server on the web's own requests runs where there is nothing of Node: no module of it is loaded before one is needed. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { connectOfficialV1 } from '../support/clients/officialV1.js';
import { freePort } from '../support/httpProgram.js';
import { testUnless } from '../support/omissions.js';
import { ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { call, initialize } from '../unit/runtime/httpSupport.js';

const PROGRAM = `
  import { Server } from '@mcp-gen/sdk';
  import { createHandler } from '@mcp-gen/sdk/http';

  const server = new Server({ name: 'edge', version: '1.0.0' });
  server.tool('greet', {}, () => 'Hello from the edge');
  export default { fetch: createHandler(server).fetch };
`;

interface Platform {
  readonly default: { readonly fetch: (request: Request) => Promise<Response> };
}

test('a server is bundled for a platform without Node, and answers there', async () => {
  const folder = await temporaryFolder({});
  const { metafile } = await bundle(PROGRAM, folder);
  const { loaded, lazily } = externals(metafile, 'stdin.mjs');
  expect(loaded).toEqual([]);
  // Files are there for handlers that ask for roots, on platforms that have any.
  expect(lazily).toContain('node:fs/promises');

  const { default: platform } = (await import(pathToFileURL(join(folder, 'stdin.mjs')).href)) as Platform;
  const post = (body: unknown, headers: object = {}): Promise<Response> =>
    platform.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify(body),
      }),
    );
  const opened = await post(initialize());
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') };
  const answer = await post(call(1, 'greet'), session);
  expect(await answer.json()).toMatchObject({ result: { content: [{ text: 'Hello from the edge' }] } });
});

/** The program of workerd, which there is for some platforms. */
const WORKERD = ((): string | undefined => {
  const arch = process.arch === 'x64' ? '64' : process.arch;
  try {
    return createRequire(import.meta.url).resolve(`@cloudflare/workerd-${process.platform}-${arch}/bin/workerd`);
  } catch {
    return undefined;
  }
})();

/** How workerd is told what to serve: the first file, which imports the others. */
const configOf = (files: readonly string[]): string => `
  using Workerd = import "/workerd/workerd.capnp";
  const config :Workerd.Config = (
    services = [(name = "main", worker = .worker)],
    sockets = [(name = "http", http = (), service = "main")],
  );
  const worker :Workerd.Worker = (
    modules = [${files.map((file) => `(name = "${file}", esModule = embed "${file}")`).join(', ')}],
    compatibilityDate = "2026-01-01",
  );
`;

/** Bundles a program for a platform without Node. What it loads when it is needed is in files of its own. */
function bundle(program: string, folder: string) {
  return build({
    stdin: { contents: program, resolveDir: ROOT, sourcefile: 'program.js' },
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

testUnless(
  WORKERD === undefined ? 'workerd is not installed' : undefined,
  'and in workerd itself, without sessions',
  async () => {
    const folder = await temporaryFolder({});
    const { metafile } = await bundle(PROGRAM.replace('(server)', "(server, { sessions: 'none' })"), folder);
    const chunks = Object.keys(metafile.outputs).filter((file) => file !== 'stdin.mjs');
    await writeFile(join(folder, 'config.capnp'), configOf(['stdin.mjs', ...chunks]));
    const port = await freePort();
    const args = ['serve', 'config.capnp', '--socket-addr', `http=127.0.0.1:${port}`];
    const workerd = spawn(WORKERD ?? '', args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
    const exited = once(workerd, 'exit');
    onTestFinished(async () => {
      workerd.kill('SIGKILL');
      await exited;
    });
    const url = `http://127.0.0.1:${port}/mcp`;
    await expect
      .poll(() =>
        fetch(url).then(
          ({ status }) => status,
          () => undefined,
        ),
      )
      .toBe(405);

    for (const revision of ['2025-03-26', '2025-06-18', '2025-11-25']) {
      const client = await connectOfficialV1({ over: 'HTTP', url }, { revision });
      expect(client.revision).toBe(revision);
      const calls = Array.from({ length: 20 }, () => client.callTool({ name: 'greet', arguments: {} }));
      for (const result of await Promise.all(calls))
        expect(result).toMatchObject({ content: [{ text: 'Hello from the edge' }] });
      await client.close();
    }
  },
);

/** What a bundle imports that is not in it: at once, and when it is needed. */
function externals({ outputs }: Metafile, entry: string): { readonly loaded: string[]; readonly lazily: string[] } {
  if (outputs[entry] === undefined) throw new Error(`The bundle has no ${entry}`);
  const found = { loaded: new Set<string>(), lazily: new Set<string>() };
  const atOnce = new Set([entry]);
  for (const output of atOnce) {
    for (const { path, kind, external } of outputs[output]?.imports ?? []) {
      if (external === true) found.loaded.add(path);
      else if (kind === 'import-statement') atOnce.add(path);
    }
  }
  for (const [output, { imports }] of Object.entries(outputs)) {
    if (atOnce.has(output)) continue;
    for (const { path, external } of imports) if (external === true) found.lazily.add(path);
  }
  return { loaded: [...found.loaded], lazily: [...found.lazily] };
}
