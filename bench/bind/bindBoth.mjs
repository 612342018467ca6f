// Has both write the modules of a server.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { runBind } from '../../bind/dist/index.js';
import { connect } from '@mcp-gen/sdk/client';
import { compareCalls } from './replay.mjs';
import { FOLDER, HTTP } from './servers.mjs';

/** mcporter needs Node 24. */
const THEIR_NODE = join(FOLDER, 'node_modules/node-24-linux-x64/bin/node');

/** Writes the modules of both for one server, and what it lists. */
export async function bindBoth(folder, name, config) {
  const terminal = { print: () => undefined, note: () => undefined };
  const run = async (out, ...args) => {
    const lock = join(folder, `${out}.lock.json`);
    const { json } = await runBind(
      ['--yes', '--server', name, '--out', join(folder, out), '--lock', lock, ...args, config],
      terminal,
    );
    return json.servers[0];
  };
  const bound = await run('ours');
  const functions = await run('functions', '--target', 'functions');
  const lock = JSON.parse(await readFile(join(folder, 'ours.lock.json'), 'utf8'));
  const theirs = await promisify(execFile)(
    THEIR_NODE,
    [
      join(FOLDER, 'node_modules/mcporter/dist/cli.js'),
      '--config',
      config,
      'emit-ts',
      name,
      '--mode',
      'client',
      '--include-optional',
      '--out',
      join(folder, `theirs/${name}.client.ts`),
      '--types-out',
      join(folder, `theirs/${name}.d.ts`),
    ],
    { timeout: 120_000 },
  ).then(
    () => true,
    () => false,
  );
  return {
    name,
    className: bound.module.name,
    problems: bound.problems,
    sizes: functions.sizes,
    tools: lock.servers[name].tools,
    isTheirs: theirs,
  };
}

/** Binds a server at a URL, and returns whether the module is the one of stdio, and how calls compare. */
export async function overHttp(folder, row, work) {
  const { name } = row;
  const { args, path } = HTTP[name];
  const port = await freePort();
  const child = spawn(
    process.execPath,
    args.map((arg) => (arg === 'PORT' ? String(port) : arg)),
    {
      env: { ...process.env, PORT: String(port) },
      stdio: 'ignore',
    },
  );
  try {
    const url = `http://127.0.0.1:${port}${path}`;
    const out = join(folder, `http-${name}`);
    const bind = () =>
      runBind(['--server', name, '--out', out, '--lock', join(out, 'lock.json'), url], { print() {}, note() {} });
    await eventually(bind);
    const [text, other] = await Promise.all(
      [out, join(folder, 'ours')].map((each) => readFile(join(each, `${name}.ts`), 'utf8')),
    );
    const calls = await compareCalls(folder, row, work, () => connect(url));
    return { name, isSame: text === other, calls };
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

async function eventually(act) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await act();
    } catch (error) {
      if (attempt === 20) throw error;
      await delay(500);
    }
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
