/** The server's end: HTTP/2 on standard input and output. */

import { createServer } from 'node:http2';
import type { Readable } from 'node:stream';
import type { Server } from '@mcp-gen/sdk';
import { createHandler } from '@mcp-gen/sdk/http';
import { Ledger } from '@mcp-gen/runtime';
import { StdioServerTransport } from '@mcp-gen/runtime/stdio';
import { CONNECTION_WINDOW, SESSION_LIMITS } from './limits.ts';
import { clientBeginning, joinPipes } from './pipes.ts';

/** Milliseconds for the process to end after its input has ended. */
const EXIT_TIMEOUT = 1_000;

/** The code of a process whose client broke the protocol, or speaks another one. */
const EXIT_BROKEN = 1;

/** An error code for implementations (JSON-RPC 2.0, section 5.1). */
const TRANSPORT_MISMATCH = -32_000;

export interface ServeOptions {
  /**
   * What a client gets that sends JSON in lines: `serve` serves it, too; `refuse` answers that the transport is `stdio-v2`, and ends the
   * process. Default `serve`.
   */
  readonly lines?: 'serve' | 'refuse';
  /** Counts the memory that the client makes this process hold. Default: as over HTTP, without a limit on requests a second. */
  readonly ledger?: Ledger;
}

/**
 * Serves one client over standard input and output, in HTTP/2. Output of the program, such as by `console.log`, goes to stderr from now on.
 * The process ends when its input ends.
 *
 * @returns a promise that resolves when the client has sent its first bytes, which tell its framing.
 */
export async function serveStdioV2(
  server: Server,
  { lines = 'serve', ledger = new Ledger({ requestRate: Infinity, requestBurst: Infinity }) }: ServeOptions = {},
): Promise<void> {
  const { stdin } = process;
  const { kind, text } = await clientBeginning(stdin);
  if (kind === 'http2') {
    serveHttp2(server, stdin, ledger);
    return;
  }
  if (kind === 'lines' && lines === 'serve') {
    server.serve({ ledger });
    return;
  }
  if (kind === 'lines') await refuseLines(stdin);
  else if (kind === 'other') console.error(`Expected HTTP/2 on standard input, got ${JSON.stringify(text)}`);
  process.exit(kind === 'nothing' ? 0 : EXIT_BROKEN);
}

function serveHttp2(server: Server, input: Readable, ledger: Ledger): void {
  const handler = createHandler(server, { ledger });
  const http2 = createServer(SESSION_LIMITS, handler.node);
  http2.on('session', (session) => {
    session.setLocalWindowSize(CONNECTION_WINDOW);
    session.on('error', (error: Error) => {
      console.error(`The connection to the client broke: ${error.message}`);
      process.exitCode = EXIT_BROKEN;
    });
    session.once('close', () => {
      setTimeout(() => process.exit(), EXIT_TIMEOUT);
      void handler.close().finally(() => process.exit());
    });
  });
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  // Standard output carries HTTP/2 only.
  stdout.write = stderr.write.bind(stderr);
  http2.emit('connection', joinPipes(input, stdout, { write }));
}

/** Answers the first request of a client that sends JSON in lines. */
async function refuseLines(input: Readable): Promise<void> {
  const transport = new StdioServerTransport({ input });
  await new Promise<void>((resolve) => {
    const refuse = (value: unknown): void => {
      const { id } = value as { readonly id?: string | number };
      const message = 'This server speaks stdio-v2 (HTTP/2 over stdio): configure this transport for it in the client';
      if (id !== undefined) void transport.send({ jsonrpc: '2.0', id, error: { code: TRANSPORT_MISMATCH, message } });
      resolve();
    };
    const end = (): void => resolve();
    transport.start({ message: refuse, malformed: end, failed: end, ended: end, closed: end });
  });
  await transport.close();
}
