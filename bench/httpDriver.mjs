import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

/** The programs, by how they answer. The floor has no streams. */
export const servers = {
  json: {
    floor: [path('floor/http.mjs')],
    ours: [path('servers/ours-http.mjs'), 'json'],
    'SDK v1': [path('servers/sdk-http.mjs'), 'v1', 'json'],
    'SDK v2': [path('servers/sdk-http.mjs'), 'v2', 'json'],
  },
  sse: {
    ours: [path('servers/ours-http.mjs'), 'sse'],
    'SDK v1': [path('servers/sdk-http.mjs'), 'v1', 'sse'],
    'SDK v2': [path('servers/sdk-http.mjs'), 'v2', 'sse'],
  },
};

const VERSION = '2025-03-26';

/** A server in a process of its own, with one session open. */
export class DrivenHttpServer {
  #child;
  #request;

  constructor(args) {
    this.#child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  }

  async open() {
    const [url] = await once(createInterface(this.#child.stdout), 'line');
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const clientInfo = { name: 'bench', version: '1.0.0' };
    const opened = await fetch(url, {
      method: 'POST',
      headers,
      body: message({
        id: 0,
        method: 'initialize',
        params: { protocolVersion: VERSION, capabilities: {}, clientInfo },
      }),
    });
    await opened.text();
    const session = opened.headers.get('mcp-session-id');
    if (session !== null) headers['mcp-session-id'] = session;
    await fetch(url, { method: 'POST', headers, body: message({ method: 'notifications/initialized' }) });
    const body = message({
      id: '[<id>]',
      method: 'tools/call',
      params: { name: 'echo', arguments: { text: 'hello' } },
    });
    this.#request = { url, method: 'POST', headers, body, idReplacement: true };
  }

  /** Calls its tool over some connections for a while. Every answer has to be a good one. */
  async callsPerSecond(connections, seconds) {
    const { requests, non2xx, errors } = await autocannon({ ...this.#request, connections, duration: seconds });
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} calls failed`);
    return requests.average;
  }

  async stop() {
    this.#child.kill();
    await once(this.#child, 'exit');
  }
}

function message(fields) {
  return JSON.stringify({ jsonrpc: '2.0', ...fields });
}
