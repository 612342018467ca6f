// Reaches servers of npm in three ways: with a client, with a host, and, as a client of the newest revision, through a bridge.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from '@mcp-gen/sdk/client';
import { Host, resolveServer } from '@mcp-gen/sdk/host';
import { installApart } from '../../scripts/installApart.mjs';
import { readOptions } from '../options.mjs';
import { configs as others } from '../bind/servers.mjs';
import { configs } from './servers.mjs';

const BRIDGE = fileURLToPath(new URL('../../bridge/dist/bin.js', import.meta.url));

/** What servers write to stderr is not shown. */
const QUIET = { stderr: 'ignore', onError: () => undefined };

const USAGE = `Usage: npm run reach [-- --server memory] (after npm run build)
  --server  reach only this server; may be repeated
Installs the servers apart, 1 GB; nothing of this is part of the tests. Exits with 1 if one is not reached.`;

const { values: asked } = readOptions(USAGE, { options: { server: { type: 'string', multiple: true } } });

for (const folder of ['bench/bind', 'bench/reach']) installApart(folder);
const work = await mkdtemp(join(tmpdir(), 'mcp-gen-reach-'));
const all = { ...others(work), ...configs(work) };

console.log('| server | revision | tools | client | host | bridge |');
console.log('| --- | --- | --: | --- | --- | --- |');
let missed = 0;
try {
  for (const name of asked.server ?? Object.keys(all)) {
    const { revision = '', tools = '', ...ways } = await reach(name, all[name]);
    missed += Object.values(ways).filter((way) => way !== 'yes').length;
    console.log(`| ${[name, revision, tools, ways.client, ways.host, ways.bridge].join(' | ')} |`);
  }
} finally {
  await rm(work, { recursive: true, force: true, maxRetries: 3 });
}
console.log(missed === 0 ? 'All were reached.' : `${missed} attempts failed.`);
process.exit(missed === 0 ? 0 : 1);

async function reach(name, config) {
  const found = {};
  const client = await tried(async () => {
    const { target, options } = resolveServer(name, config);
    await use(await connect(target, { ...options, ...QUIET }), async (client) => {
      found.revision = client.revision;
      found.tools = (await client.tools().all()).length;
    });
  });
  const host = await tried(async () => {
    const host = new Host({
      servers: { [name]: config },
      reconnect: { attempts: 1 },
      startTimeout: 30_000,
      onError: () => {},
    });
    await use(host, async () => {
      await host.start();
      const [{ status, error }] = host.servers;
      if (status !== 'running') throw error ?? new Error(status);
      same((await host.tools()).length, found.tools);
    });
  });
  const bridge = await tried(async () => {
    const { command, args, env, cwd } = config;
    const variables = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
    const program = [process.execPath, BRIDGE, '--quiet', ...variables, '--', command, ...args];
    await use(await connect(program, { ...QUIET, cwd, revisions: ['2026-07-28'] }), async (client) => {
      same((await client.tools().all()).length, found.tools);
    });
  });
  return { ...found, client, host, bridge };
}

async function use(resource, work) {
  try {
    await work(resource);
  } finally {
    await resource.close();
  }
}

async function tried(attempt) {
  try {
    await attempt();
    return 'yes';
  } catch (error) {
    return String(error.message ?? error)
      .replaceAll(/[\n|]/g, ' ')
      .slice(0, 100);
  }
}

function same(count, expected) {
  if (count !== expected) throw new Error(`${count} tools`);
}
