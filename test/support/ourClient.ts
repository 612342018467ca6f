/** Our client, connected to a server that runs on this Node. */

import { connectSession, type ConnectOptions, type Session, type Transport } from '@mcp-gen/runtime';
import { HttpClientTransport, type HttpClientOptions } from '@mcp-gen/runtime/http/client';
import { StdioClientTransport } from '@mcp-gen/runtime/stdio';
import { Mailbox } from './mailbox.js';

export interface OurClient {
  readonly session: Session;
  /** What was reported, since nobody waited for it. */
  readonly errors: Mailbox<unknown>;
}

type Options = Omit<ConnectOptions, 'clientInfo' | 'onError'>;

/**
 * Connects over stdio. The caller closes the session.
 *
 * @param args the server's program and its arguments
 */
export async function connectOurs(
  args: readonly string[],
  options: Options,
): Promise<OurClient & { readonly pid: number }> {
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' });
  return { ...(await open(transport, new Mailbox<unknown>(), options)), pid: transport.pid ?? 0 };
}

/** Connects over Streamable HTTP, and falls back to HTTP with SSE. The caller closes the session. */
export async function connectOursOverHttp(
  url: string,
  options: Options,
  http: Omit<HttpClientOptions, 'url' | 'onError'> = {},
): Promise<OurClient & { readonly sessionId: string | undefined }> {
  const errors = new Mailbox<unknown>();
  const transport = new HttpClientTransport({ url, onError: errors.put, ...http });
  return { ...(await open(transport, errors, options)), sessionId: transport.sessionId };
}

async function open(transport: Transport, errors: Mailbox<unknown>, options: Options): Promise<OurClient> {
  const clientInfo = { name: 'ours', version: '1.0.0' };
  const session = await connectSession(transport, { clientInfo, onError: errors.put, ...options });
  return { session, errors };
}
