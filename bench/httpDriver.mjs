/** Drives an echo server over HTTP from outside. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

const VERSION = '2025-03-26';

/** A server in a process of its own. */
export class HttpProgram {
  #child;

  /** The memory that the process has resident, in megabytes; on Linux. */
  residentMemory() {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  }

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

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const ALONE = '2026-07-28';

/** A server in a process of its own, with one session open, where it has sessions. */
export class DrivenHttpServer extends HttpProgram {
  #request;

  /** Calls of revision 2026-07-28, which open nothing. */
  async openAlone() {
    const prefix = 'io.modelcontextprotocol/';
    const _meta = {
      [`${prefix}protocolVersion`]: ALONE,
      [`${prefix}clientInfo`]: { name: 'bench', version: '1.0.0' },
      [`${prefix}clientCapabilities`]: {},
    };
    const params = { name: 'echo', arguments: { text: 'hello' }, _meta };
    const body = message({ id: '[<id>]', method: 'tools/call', params });
    const headers = { ...HEADERS, 'mcp-protocol-version': ALONE, 'mcp-method': 'tools/call', 'mcp-name': 'echo' };
    this.#request = { url: await this.url(), method: 'POST', headers, body, idReplacement: true };
  }

  /** Makes so many calls. */
  async call(connections, amount) {
    const { non2xx, errors } = await autocannon({ ...this.#request, connections, amount });
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} calls failed`);
  }

  async open() {
    const url = await this.url();
    const headers = { ...HEADERS };
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
