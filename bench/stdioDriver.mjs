/** Drives an echo server over stdio from outside, with as little work of its own as possible. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NEWLINE = 0x0a;

const clientInfo = { name: 'bench', version: '1.0.0' };
/** The revision in which each request stands alone, and what it says. */
const ALONE = '2026-07-28';
const META = JSON.stringify({
  'io.modelcontextprotocol/protocolVersion': ALONE,
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
});

function initialize(protocolVersion) {
  const params = { protocolVersion, capabilities: {}, clientInfo };
  return `${JSON.stringify({ jsonrpc: '2.0', id: 'init', method: 'initialize', params })}\n`;
}

/** A server process that can be asked many times. */
export class DrivenServer {
  #child;
  #onLines = () => {};
  #revision;

  /**
   * @param {readonly string[]} command its program, relative to this folder, and arguments
   * @param revision of the driver; one without sessions needs no `initialize`
   */
  constructor([script, ...args], revision = '2025-03-26') {
    this.#revision = revision;
    const path = fileURLToPath(new URL(script, import.meta.url));
    this.#child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child.stdout.on('data', (chunk) => this.#onLines(chunk));
  }

  /** Resolves with the first line that the server answers to `initialize`. */
  async initialize() {
    if (this.#revision === ALONE) return;
    const answered = new Promise((resolve) => (this.#onLines = (chunk) => resolve(chunk.toString())));
    this.#child.stdin.write(initialize(this.#revision));
    const { result } = JSON.parse(await answered);
    if (!result.serverInfo) throw new Error('The server did not introduce itself');
    this.#child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }

  /** The memory that is resident, in MB, as Linux tells it; undefined elsewhere. */
  residentMemory() {
    const status = `/proc/${this.#child.pid}/status`;
    if (!existsSync(status)) return undefined;
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  }

  /** Sends `count` calls with `inFlight` of them unanswered at any time. Resolves with the calls per second. */
  async callsPerSecond(count, inFlight) {
    const { stdin } = this.#child;
    let sent = 0;
    let answered = 0;
    let received = '';
    const next = (calls) => {
      let text = '';
      for (let i = 0; i < calls && sent < count; i++) text += this.#call(sent++);
      if (text !== '') stdin.write(text);
    };
    const started = performance.now();
    await new Promise((resolve, reject) => {
      this.#onLines = (chunk) => {
        if (answered === 0) received += chunk.toString();
        let lines = 0;
        for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines++;
        if (answered === 0 && lines > 0 && !received.includes('"text":"hello ')) reject(new Error(`Got ${received}`));
        answered += lines;
        if (answered >= count) resolve();
        else next(lines);
      };
      next(inFlight);
    });
    return count / ((performance.now() - started) / 1000);
  }

  #call(id) {
    const meta = this.#revision === ALONE ? `,"_meta":${META}` : '';
    return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo","arguments":{"text":"hello ${id}"}${meta}}}\n`;
  }

  async stop() {
    this.#child.stdin.end();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 5_000);
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
    clearTimeout(timer);
  }
}
