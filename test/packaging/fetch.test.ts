/** A server on the web's own requests runs where there is nothing of Node: no module of it is loaded before one is needed. */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { bundleForWeb, FETCH_SERVER } from '../support/fetchPlatforms.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { call, initialize } from '../unit/runtime/httpSupport.js';

interface Platform {
  readonly default: { readonly fetch: (request: Request) => Promise<Response> };
}

test('a server is bundled for a platform without Node, and answers there', async () => {
  const folder = await temporaryFolder({});
  const { metafile } = await bundleForWeb(FETCH_SERVER, folder);
  const { loaded, lazily } = externals(metafile, 'fetchServer.mjs');
  expect(loaded).toEqual([]);
  // Files are there for handlers that ask for roots, on platforms that have any.
  expect(lazily).toContain('node:fs/promises');

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
