/** A client without any protocol: it writes bytes to a server, and reads lines of JSON. */

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Mailbox } from './mailbox.js';
import { bytesOf } from './rpc.js';

export class RawClient {
  /** What has arrived. */
  readonly messages: Mailbox<unknown> = new Mailbox<unknown>();
  readonly #server: ChildProcessWithoutNullStreams;
  readonly #stderr: Promise<string>;
  #pings = 0;

  /** @param args the server's program and its arguments */
  constructor(args: readonly string[]) {
    this.#server = spawn(process.execPath, args);
    this.#stderr = text(this.#server.stderr);
    createInterface({ input: this.#server.stdout }).on('line', (line) => {
      this.messages.put(JSON.parse(line));
    });
  }

  /** Writes bytes as they are, texts as lines, and everything else as JSON. */
  say(...messages: readonly unknown[]): void {
    for (const message of messages) this.#server.stdin.write(bytesOf(message));
  }

  /**
   * Says something, and returns what is answered. Waits for as many answers as are expected, and then for the answer to
   * a ping: what is answered beyond them comes before it.
   */
  async hear(messages: readonly unknown[], expected: number): Promise<unknown[]> {
    this.say(...messages);
    const heard: unknown[] = [];
    while (heard.length < expected) heard.push(await this.messages.take());
    const id = `ping ${this.#pings++}`;
    this.say({ jsonrpc: '2.0', id, method: 'ping' });
    const pong = await this.messages.take((message) => (message as { id?: unknown }).id === id);
    heard.push(...this.messages.empty());
    return 'result' in (pong as object) ? heard : [...heard, pong];
  }

  /** Opens the conversation, and returns what the server introduces itself with. */
  async open(protocolVersion: string): Promise<unknown> {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1.0.0' } };
    const messages = [
      { jsonrpc: '2.0', id: 'open', method: 'initialize', params },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
    ];
    const [answer] = await this.hear(messages, 1);
    return (answer as { result?: unknown }).result;
  }

  /** Ends the input, and returns what the server leaves behind when it ends. */
  async close(): Promise<{ readonly code: number | null; readonly stderr: string }> {
    this.#server.stdin.end();
    const [code] =
      this.#server.exitCode === null
        ? ((await once(this.#server, 'close')) as [number | null])
        : [this.#server.exitCode];
    return { code, stderr: await this.#stderr };
  }
}
