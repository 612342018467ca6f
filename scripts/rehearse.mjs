// Rehearses a release on this machine: publishes the packed tarballs to a registry on loopback, and uses them as a new user would, with `npx`, from an empty folder. Other packages come from the registry that npm is configured for. Nothing leaves the machine.
// Usage: npm run release -- --pack && npm run rehearse
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The registry. One of its packages asks for node-fetch by a tag that not every mirror of the registry knows. */
const REGISTRY = { dependencies: { verdaccio: '6.6.2' }, overrides: { 'node-fetch': '2.7.0' } };
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'mcp-gen-rehearsal-'));
const uplink = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
const port = await freePort();
const url = `http://127.0.0.1:${port}/`;

const registry = startRegistry();
try {
  await untilReady();
  const env = {
    ...withoutNpm(process.env),
    npm_config_userconfig: join(folder, '.npmrc'),
    npm_config_cache: join(folder, 'cache'),
  };
  // Any token is accepted: everybody may publish there.
  writeFileSync(join(folder, '.npmrc'), `registry=${url}\n//127.0.0.1:${port}/:_authToken=nobody\n`);
  const run = (cwd, program, ...args) => {
    console.log(`\n$ ${program} ${args.join(' ')}`);
    execFileSync(program, args, { cwd, env, stdio: 'inherit' });
  };
  for (const file of readdirSync(join(root, 'release'))) {
    run(root, 'npm', 'publish', `./release/${file}`, '--access', 'public', '--loglevel', 'error');
  }
  const stranger = join(folder, 'stranger');
  mkdirSync(stranger);
  run(stranger, 'npx', '--yes', 'mcp-gen', 'scaffold', 'server', 'weather');
  const weather = join(stranger, 'weather');
  run(weather, 'npm', 'install', '--no-audit', '--no-fund');
  run(weather, 'npm', 'test');
  run(weather, 'npm', 'publish', '--loglevel', 'error');
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  run(elsewhere, 'npm', 'install', '--no-audit', '--no-fund', '@mcp-gen/sdk');
  writeFileSync(
    join(elsewhere, 'client.mjs'),
    `import { connect } from '@mcp-gen/sdk/client';
const client = await connect('npx --yes weather', { env: process.env });
console.log((await client.callTool('greet', { name: 'world' })).text);
await client.close();
`,
  );
  run(elsewhere, 'node', 'client.mjs');
  run(stranger, 'npx', '--yes', '@mcp-gen/bridge', '--help');
  run(stranger, 'npx', '--yes', '@mcp-gen/bind', '--help');
  console.log('\nPublished, installed, scaffolded, tested, published again, and called.');
} finally {
  if (registry.kill()) await once(registry, 'close');
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function startRegistry() {
  const config = join(folder, 'registry.yaml');
  writeFileSync(
    config,
    `storage: ${join(folder, 'storage')}
uplinks:
  others:
    url: ${uplink}
packages:
  '@mcp-gen/*': { access: $all, publish: $all }
  mcp-gen: { access: $all, publish: $all }
  weather: { access: $all, publish: $all }
  '**': { access: $all, proxy: others }
log: { type: stdout, format: pretty, level: warn }
`,
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify(REGISTRY));
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' });
  const program = join(folder, 'node_modules/verdaccio/bin/verdaccio');
  return spawn(process.execPath, [program, '--config', config, '--listen', `127.0.0.1:${port}`], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function untilReady() {
  for (let tries = 0; tries < 600; tries++) {
    if (registry.exitCode !== null || registry.signalCode !== null) throw new Error('The registry has ended');
    const answer = await fetch(new URL('-/ping', url)).catch(() => undefined);
    if (answer?.ok) return;
    await pause(200);
  }
  throw new Error('The registry does not answer');
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Returns the environment without the variables of an npm that runs this script. */
function withoutNpm(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_/i.test(name)));
}
