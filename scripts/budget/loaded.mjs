// Measures what a program loads of its bundle until it has done one call, if the bundler splits it: each import() is a file of its own then.
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BUNDLER, REVISION } from './programs.mjs';

/** Registers the files that are loaded. It is not a part of their sizes. */
const BANNER = '(globalThis.loaded??=[]).push(import.meta.url);\n';

/** Runs a program on stdio until its input ends. */
const SERVER = `
import { writeFileSync } from 'node:fs';
process.on('exit', () => writeFileSync(process.argv[2], JSON.stringify(globalThis.loaded)));
await import('./program.js');
`;

/** Runs a client of a server that answers with JSON. */
const CLIENT = `
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
const results = {
  initialize: { protocolVersion: '${REVISION}', capabilities: { tools: {} }, serverInfo: { name: 'echo', version: '1.0.0' } },
  'tools/call': { content: [{ type: 'text', text: 'echo' }] },
};
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  const { id, method } = body === '' ? {} : JSON.parse(body);
  if (id === undefined) return response.writeHead(request.method === 'POST' ? 202 : 405).end();
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
globalThis.target = 'http://127.0.0.1:' + server.address().port;
await import('./program.js');
writeFileSync(process.argv[2], JSON.stringify(globalThis.loaded));
process.exit();
`;

const params = { protocolVersion: REVISION, capabilities: {}, clientInfo: { name: 'client', version: '1.0.0' } };
const MESSAGES = [
  { id: 1, method: 'initialize', params },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/call', params: { name: 'echo', arguments: { text: 'text' } } },
];

const SIDES = {
  server: {
    runner: SERVER,
    input: MESSAGES.map((each) => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`).join(''),
  },
  client: { runner: CLIENT, input: '' },
};

/**
 * Returns the files that a program of one revision has loaded after one call, and their bytes, minified and compressed one by one.
 *
 * @param side `server`: it serves the tool `echo` over stdio. `client`: it calls that of the server whose URL is `target`
 * @param define the constants of the bundler
 * @param resolveDir where its imports are resolved
 */
export async function loadedByCall(side, contents, define, resolveDir) {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-gen-loaded-'));
  try {
    const { outputFiles } = await build({
      ...BUNDLER,
      stdin: { contents, resolveDir },
      entryNames: 'program',
      outdir: folder,
      define,
      splitting: true,
      banner: { js: BANNER },
    });
    for (const { path, contents: bytes } of outputFiles) writeFileSync(path, bytes);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const { runner, input } = SIDES[side];
    writeFileSync(join(folder, 'run.mjs'), runner);
    const list = join(folder, 'loaded.json');
    const answered = execFileSync(process.execPath, [join(folder, 'run.mjs'), list], {
      input,
      encoding: 'utf8',
      timeout: 60_000,
    });
    if (!answered.includes(side === 'server' ? '"text":"text"' : 'echo')) throw new Error(`No result: ${answered}`);
    const files = new Set(JSON.parse(readFileSync(list, 'utf8')).map((url) => basename(url)));
    const sources = outputFiles
      .filter(({ path }) => files.has(basename(path)))
      .map(({ text }) => text.replace(BANNER, ''));
    return {
      files: sources.length,
      minified: sources.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
      compressed: sources.reduce((sum, text) => sum + gzipSync(text).length, 0),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
