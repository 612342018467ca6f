/** Starts Redis, two servers, and a proxy that sends requests to them in turn. Ctrl-C ends all of it. */

import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

type Child = ChildProcessByStdio<null, Readable, null>;

const { PORT = '3000', REDIS_URL } = process.env;

// The programs beside this one have its ending, compiled or not.
const program = fileURLToPath(new URL(`server${extname(import.meta.url)}`, import.meta.url));
const children: Child[] = [];

const redisPort = String(Number(PORT) + 3_379);
if (REDIS_URL === undefined) start('redis-server', ['--port', redisPort, '--bind', '127.0.0.1', '--save', ''], {});
const env = { REDIS_URL: REDIS_URL ?? `redis://127.0.0.1:${redisPort}` };
const ports = [Number(PORT) + 1, Number(PORT) + 2];
for (const port of ports) {
  const { stdout } = start(process.execPath, [program], { ...env, PORT: String(port) });
  await once(stdout, 'data');
}

let turn = 0;
const proxy = createServer((incoming, outgoing) => {
  const { method, url: path, headers } = incoming;
  const port = ports[turn++ % ports.length];
  const onward = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers).flushHeaders();
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}).listen(Number(PORT), '127.0.0.1');
await once(proxy, 'listening');
console.log(
  `Listening at http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp, with a node at ${ports.join(' and ')}`,
);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    proxy.close();
    proxy.closeAllConnections();
    for (const child of children.reverse()) child.kill('SIGTERM');
  });
}

function start(command: string, args: readonly string[], more: { readonly [name: string]: string }): Child {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...more } });
  child.stdout.resume();
  children.push(child);
  return child;
}
