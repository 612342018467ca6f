/** Servers over HTTP that answer as they are told. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { Mailbox } from '../../support/mailbox.js';

/** One request to a scripted server. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The message that was posted. */
  readonly message: { readonly id?: unknown; readonly method?: string; readonly params?: object };
}

export type Script = (asked: Asked, response: ServerResponse) => void;

/** A server that answers as it is told, until the test is over. */
export async function startScripted(script: Script): Promise<{ url: string; asked: Mailbox<Asked> }> {
  const asked = new Mailbox<Asked>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const message = (body === '' ? {} : JSON.parse(body)) as Asked['message'];
      const each = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, message };
      asked.put(each);
      script(each, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, asked };
}
