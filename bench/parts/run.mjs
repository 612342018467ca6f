// Says what bundles consist of, and where the time of calls goes. Usage: npm run bench:parts; with --write the tables go into
// docs/performance.md.
import { fileURLToPath } from 'node:url';
import { memoryPair } from '@mcp-gen/runtime';
import { connect } from '@mcp-gen/sdk/client';
import { serveHttp } from '@mcp-gen/sdk/http';
import { writeBetween } from '../../scripts/writeBetween.mjs';
import { echoServer } from '../servers/echoServer.mjs';
import { inputOf } from '../servers/inputs.mjs';
import { HTTP_OPTIONS, ledger } from '../servers/limits.mjs';
import { bundleParts } from './bundle.mjs';
import { profile } from './profile.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const kilobytes = (bytes) => (bytes / 1_000).toFixed(1);

const bundles = (await bundleParts(root)).map(({ title, minified, compressed, bytes }) =>
  table(
    [`${title}: ${kilobytes(compressed)} kB compressed`, 'kB minified', 'of it'],
    [...bytes]
      .filter(([, count]) => count > 0)
      .sort(([, a], [, b]) => b - a)
      .map(([part, count]) => [part, kilobytes(count), percent((100 * count) / minified)]),
  ),
);

const rows = {
  'client and server in memory, one at a time': await profile(await inMemory()),
  'client and server over HTTP in one process, one at a time': await profile(await overHttp()),
};
const [first] = Object.values(rows);
const times = table(
  ['share of the time, in', ...Object.keys(rows)],
  [...first.keys()].map((part) => [part, ...Object.values(rows).map((shares) => percent(shares.get(part)))]),
);

const text = [...bundles, times].join('\n\n');
console.log(text);
if (process.argv.includes('--write')) await writeBetween('docs/performance.md', 'parts', text);
process.exit();

async function inMemory() {
  const [near, far] = memoryPair();
  echoServer(await inputOf('json')).serve({ transport: far });
  return calling(await connect(near));
}

async function overHttp() {
  const { url } = await serveHttp(echoServer(await inputOf('json')), {
    port: 0,
    ledger: ledger(),
    ...HTTP_OPTIONS.json,
  });
  return calling(await connect(url));
}

/** Calls one after another. Timers have their turn once in a hundred calls. */
function calling(client) {
  return async (isDone) => {
    while (!isDone()) {
      for (let call = 0; call < 100; call++) await client.callTool('echo', { text: 'hello' });
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
}

function percent(share) {
  return `${share.toFixed(1)} %`;
}

function table(header, lines) {
  return [header, header.map((_, column) => (column === 0 ? '---' : '--:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
