/** Our client, connected to a server that runs on this Node. */

import { connect, type ConnectOptions, type Session, type Transport } from '@mcp-gen/runtime';
import { HttpClientTransport } from '@mcp-gen/runtime/http/client';
import { StdioClientTransport } from '@mcp-gen/runtime/stdio';
import { Mailbox } from './mailbox.js';

export interface OurClient {
  readonly session: Session;
  /** What was reported, since nobody waited for it. */
  readonly errors: Mailbox<unknown>;
}

type Options = Omit<ConnectOptions, 'clientInfo' | 'onError'>;

/**
 * Connects over stdio; whoever calls closes the session.
 *
 * @param args the server's program and its arguments
 */
export async function connectOurs(
  args: readonly string[],
  options: Options,
): Promise<OurClient & { readonly pid: number }> {
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' });
  return { ...(await open(() => transport, options)), pid: transport.pid ?? 0 };
}

/** Connects over Streamable HTTP; whoever calls closes the session. */
export function connectOursOverHttp(url: string, options: Options): Promise<OurClient> {
  return open((onError) => new HttpClientTransport({ url, onError }), options);
}

async function open(make: (onError: (error: unknown) => void) => Transport, options: Options): Promise<OurClient> {
  const errors = new Mailbox<unknown>();
  const clientInfo = { name: 'ours', version: '1.0.0' };
  const session = await connect(make(errors.put), { clientInfo, onError: errors.put, ...options });
  return { session, errors };
}
