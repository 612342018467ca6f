/** A server on the web's own requests runs where there is nothing of Node: no module of it is loaded before one is needed. */

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { bundleForWeb, FETCH_SERVER } from '../support/fetchPlatforms.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { call, initialize } from '../unit/runtime/httpSupport.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Platform {
  readonly default: { readonly fetch: (request: Request) => Promise<Response> };
}

test('a server is bundled for a platform without Node, and answers there', async () => {
  const folder = await temporaryFolder({});
  const { metafile } = await bundleForWeb(FETCH_SERVER, folder);
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  expect(imports.length).toBeGreaterThan(0);
  expect(imports.filter(({ external }) => external === true)).toEqual([]);

  const { default: platform } = (await import(pathToFileURL(join(folder, 'fetchServer.mjs')).href)) as Platform;
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
  const answer = await post(call(1, 'echo', 'Hello'), session);
  expect(await answer.json()).toMatchObject({ result: { content: [{ text: 'Hello' }] } });
});

/** Entries of the packages that only programs of Node import. */
const FOR_NODE = new Set([
  '@mcp-gen/sdk/testing',
  '@mcp-gen/auth/node',
  '@mcp-gen/auth/delegated',
  '@mcp-gen/auth/testing',
]);

const ENTRIES = ['sdk', 'auth'].flatMap((name) => {
  const { exports } = createRequire(import.meta.url)(`../../${name}/package.json`) as { readonly exports: object };
  return Object.keys(exports).map((path) => `@mcp-gen/${name}${path.slice(1)}`);
});

const BUNDLERS: { readonly [name: string]: BuildOptions } = {
  'esbuild without options': {},
  // What wrangler adds, whatever the date of compatibility; without nodejs_compat, it finds no module of Node either.
  'esbuild as wrangler calls it': {
    conditions: ['workerd', 'worker', 'browser'],
    mainFields: ['browser', 'module', 'main'],
  },
};

describe.each(ENTRIES.filter((entry) => !FOR_NODE.has(entry)))('%s is bundled for other platforms by', (entry) => {
  test.each(Object.keys(BUNDLERS))('%s', async (name) => {
    const stdin = { contents: `export * from '${entry}';`, resolveDir: ROOT };
    const options = {
      ...BUNDLERS[name],
      stdin,
      bundle: true,
      format: 'esm',
      write: false,
      logLevel: 'silent',
    } as const;
    const { warnings, outputFiles } = await build(options);
    expect(warnings).toEqual([]);
    expect(outputFiles[0]?.text).not.toMatch(/\bimport\b[^;]*?["']node:/);
  });
});
