/** The client's end: starts a server, and sends it the requests of Streamable HTTP over its pipes. */

import { connect, type ClientHttp2Session } from 'node:http2';
import { ConnectionClosedError, type Message, type Receiver, type SendOptions, type Transport } from '@mcp-gen/runtime';
import { HttpClientTransport, type HttpClientOptions } from '@mcp-gen/runtime/http/client';
import { http2Fetch } from './http2Fetch.ts';
import { ServerProcess, type LaunchOptions } from './launch.ts';
import { CONNECTION_WINDOW, SESSION_LIMITS } from './limits.ts';
import { joinPipes, PREFACE, QUOTED_BYTES, startsWithSettings } from './pipes.ts';

/** The authority and the path of requests, which name nothing: there is one server, with one endpoint. */
const ENDPOINT = 'http://localhost/mcp';

/** Milliseconds for the exit of a process after its pipe has broken. */
const EXIT_TIME = 500;

export interface StdioV2Options extends LaunchOptions, Pick<HttpClientOptions, 'headers' | 'limits' | 'ledger'> {}

/** The transport that the working group calls `stdio-v2`: Streamable HTTP, in HTTP/2, over standard input and output. */
export class StdioV2Transport implements Transport {
  readonly sendsHeaders = true;
  readonly #options: StdioV2Options;
  readonly #http: HttpClientTransport;
  #receiver: Receiver | undefined;
  #server: ServerProcess | undefined;
  #session: ClientHttp2Session | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: StdioV2Options) {
    this.#options = options;
    const { headers, limits, ledger, shutdownTimeout } = options;
    const open = (): ClientHttp2Session => {
      if (this.#session === undefined || this.#session.closed) throw new TypeError('The connection is closed');
      return this.#session;
    };
    this.#http = new HttpClientTransport({
      url: ENDPOINT,
      fetch: http2Fetch(open),
      ...(headers !== undefined && { headers }),
      ...(limits !== undefined && { limits }),
      ...(ledger !== undefined && { ledger }),
      ...(shutdownTimeout !== undefined && { shutdownTimeout }),
    });
  }

  get sessionId(): string | undefined {
    return this.#http.sessionId;
  }

  /** The process id of the server, once it has been started. */
  get pid(): number | undefined {
    return this.#server?.pid;
  }

  async start(receiver: Receiver): Promise<void> {
    if (this.#server !== undefined) throw new Error('The transport has already been started');
    const server = (this.#server = new ServerProcess(this.#options));
    await server.started;
    this.#receiver = receiver;
    void server.ended.then((reason) => this.#lose('process-exit', reason));
    // The preface needs no answer, so the first request does not wait for one.
    server.output.once('data', (chunk: Buffer) => {
      if (!startsWithSettings(chunk))
        this.#lose('transport-error', mismatch(chunk.toString('latin1', 0, QUOTED_BYTES)));
    });
    const session = (this.#session = connect(ENDPOINT, {
      ...SESSION_LIMITS,
      maxReservedRemoteStreams: 0,
      createConnection: () => joinPipes(server.output, server.input, { before: PREFACE.length }),
    }));
    session.once('connect', () => session.setLocalWindowSize(CONNECTION_WINDOW));
    session.on('error', (error: Error) => this.#loseSession(error.message));
    session.once('close', () => this.#loseSession('The server closed the connection'));
    this.#http.start(receiver);
  }

  send(message: Message | readonly Message[], options?: SendOptions): void | Promise<void> {
    return this.#http.send(message, options);
  }

  close(): Promise<void> {
    this.#receiver = undefined;
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#http.close();
    this.#session?.close();
    await this.#server?.close();
    this.#session?.destroy();
  }

  /** If a pipe breaks, the server is usually exiting, and its exit says more. */
  #loseSession(reason: string): void {
    setTimeout(() => this.#lose('transport-error', reason), EXIT_TIME).unref();
  }

  #lose(reason: 'process-exit' | 'transport-error', message: string): void {
    const receiver = this.#receiver;
    this.#receiver = undefined;
    receiver?.closed(new ConnectionClosedError(reason, message, { exitCode: this.#server?.exitCode }));
  }
}

function mismatch(text: string): string {
  return `The server does not speak stdio-v2 (HTTP/2 over stdio): configure the transport stdio for it. It wrote ${JSON.stringify(text)}`;
}
