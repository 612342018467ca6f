/** Drives an echo server over stdio from outside, with as little work of its own as possible. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NEWLINE = 0x0a;

const initialize = {
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } },
};

/** A server process that can be asked many times. */
export class DrivenServer {
  #child;
  #onLines = () => {};

  constructor([script, ...args]) {
    const path = fileURLToPath(new URL(script, import.meta.url));
    this.#child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child.stdout.on('data', (chunk) => this.#onLines(chunk));
  }

  /** Resolves with the first line that the server answers to `initialize`. */
  async initialize() {
    const answered = new Promise((resolve) => (this.#onLines = (chunk) => resolve(chunk.toString())));
    this.#child.stdin.write(`${JSON.stringify(initialize)}\n`);
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
      for (let i = 0; i < calls && sent < count; i++) text += call(sent++);
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

  async stop() {
    this.#child.stdin.end();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 5_000);
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
    clearTimeout(timer);
  }
}

function call(id) {
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo","arguments":{"text":"hello ${id}"}}}\n`;
}
