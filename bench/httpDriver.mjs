/** Drives an echo server over HTTP from outside. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

const VERSION = '2025-03-26';

/** A server in a process of its own. */
export class HttpProgram {
  #child;

  /** @param {readonly string[]} command its program, relative to this folder, and arguments */
  constructor([script, ...args]) {
    const path = fileURLToPath(new URL(script, import.meta.url));
    this.#child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  }

  /** Resolves with the URL that it prints. */
  async url() {
    for await (const line of createInterface(this.#child.stdout)) {
      if (!line.startsWith('http://')) continue;
      this.#child.stdout.resume();
      return line;
    }
    throw new Error('The server ended before it printed its URL');
  }

  async stop() {
    this.#child.kill();
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
  }
}

/** A server in a process of its own, with one session open, where it has sessions. */
export class DrivenHttpServer extends HttpProgram {
  #request;

  async open() {
    const url = await this.url();
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
}

function message(fields) {
  return JSON.stringify({ jsonrpc: '2.0', ...fields });
}
