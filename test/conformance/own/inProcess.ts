/** The fixture on the sdk in this process, over every transport. */

import { PassThrough } from 'node:stream';
import { StdioServerTransport } from '@mcp-gen/runtime/stdio';
import { serveHttp } from '@mcp-gen/sdk/http';
import { startIssuer } from '../../../conformance/src/issuer.js';
import type { Protection, Target } from '../../../conformance/src/target.js';
import type { Piped } from '../../../conformance/src/wire/piped.js';
import { makeServer, serveProtected } from './fixtures/oursServer.mjs';

/** The failures of tools are what checks ask for. */
const SILENT = { onError: () => undefined };

/** A server that can be closed. */
interface Here<Reached> {
  readonly target: Reached;
  close(): Promise<void>;
}

/** Serves the fixture over HTTP. Over stdio each connection has a server of its own. */
export async function serveHere(): Promise<Here<Target & { readonly url: string }>> {
  const { url, close } = await serveHttp(makeServer(SILENT), { port: 0, streams: { streamAfter: 0 } });
  return { target: { url, sseUrl: url.replace(/\/mcp$/, '/sse'), startProgram: startHere }, close };
}

/** Serves the fixture to callers with tokens of the suite. */
export async function serveProtectedHere(): Promise<Here<Protection>> {
  const issuer = await startIssuer();
  const { url, close } = await serveProtected(issuer.url, SILENT);
  return {
    target: { url, issuer },
    async close() {
      await Promise.all([close(), issuer.close()]);
    },
  };
}

function startHere(): Promise<Piped> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const ended = new Promise<string>((resolve) => stdin.on('close', () => resolve('The server has ended')));
  makeServer(SILENT).serve({ transport: new StdioServerTransport({ input: stdin, output: stdout }) });
  return Promise.resolve({ stdin, stdout, ended, kill: () => stdin.destroy() });
}
