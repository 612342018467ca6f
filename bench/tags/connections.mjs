/** Clients of the server of this benchmark, over both transports, with or without a count of the bytes. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect as connectSocket, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { connect } from '@mcp-gen/sdk/client';
import { importExample } from './example.mjs';
import { KINDS } from './kinds.mjs';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const SERVER = path('server.mjs');
const COUNTER = path('counter.mjs');
let files = 0;

/**
 * Opens a connection to a new server.
 *
 * @param isCounted whether `bytes()` returns the bytes so far, in both directions
 */
export async function open(
  folder,
  kind,
  { tools, pageSize, transport, isCounted = false, client: own = KINDS[kind].client },
) {
  const { definitionTags } = await importExample(folder, 'definitionTags.js');
  const args = [SERVER, folder, kind, String(tools), String(pageSize), transport];
  const extensions = own === undefined ? [] : [definitionTags(own)];
  // On a busy machine, a client could take a server that is slow to answer for one of an older revision.
  const settings = { extensions, revisions: ['2026-07-28'] };
  const stdio = async () => {
    const file = join(folder, `counts${files++}`);
    const client = await connect([process.execPath, ...(isCounted ? [COUNTER, file] : []), ...args], settings);
    const bytes = () => {
      if (!existsSync(file)) return 0;
      const { up, down } = JSON.parse(readFileSync(file, 'utf8'));
      return up + down;
    };
    return { client, bytes, close: () => client.close() };
  };
  const http = async () => {
    const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const [line] = await once(createInterface(server.stdout), 'line');
    const proxy = isCounted ? await countingProxy(new URL(line)) : undefined;
    const client = await connect(proxy?.url ?? line, settings);
    const close = async () => {
      await client.close();
      proxy?.close();
      server.kill();
      await once(server, 'exit');
    };
    return { client, bytes: () => proxy?.bytes() ?? 0, close };
  };
  const opened = await (transport === 'http' ? http() : stdio());
  const request = (method, params = {}) => opened.client.request(method, params, { result: {} });
  return {
    ...opened,
    kept: own === undefined ? undefined : opened.client.extension(definitionTags).lists,
    list: () => opened.client.tools().all(),
    change: (count) => (count === 0 ? undefined : request('bench/change', { count })),
    /** Microseconds of CPU time of the server. */
    cpu: async () => {
      const { user, system } = await request('bench/cpu');
      return user + system;
    },
  };
}

/** Counts all bytes of HTTP, headers included. */
async function countingProxy(target) {
  let bytes = 0;
  const sockets = new Set();
  const server = createServer((near) => {
    const far = connectSocket(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      sockets.add(from);
      from
        .on('data', (chunk) => (bytes += chunk.length))
        .on('error', () => to.destroy())
        .pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}${target.pathname}`, bytes: () => bytes, close };
}
