/** Our client, connected over stdio to a server that runs on this Node. */

import { connect, type ConnectOptions, type Session } from '@mcp-gen/runtime';
import { StdioClientTransport } from '@mcp-gen/runtime/stdio';
import { Mailbox } from './mailbox.js';

export interface OurClient {
  readonly session: Session;
  /** What was reported, since nobody waited for it. */
  readonly errors: Mailbox<unknown>;
  readonly pid: number;
}

/**
 * Connects; whoever calls closes the session.
 *
 * @param args the server's program and its arguments
 */
export async function connectOurs(
  args: readonly string[],
  options: Omit<ConnectOptions, 'clientInfo' | 'onError'>,
): Promise<OurClient> {
  const errors = new Mailbox<unknown>();
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' });
  const clientInfo = { name: 'ours', version: '1.0.0' };
  const session = await connect(transport, { clientInfo, onError: errors.put, ...options });
  return { session, errors, pid: transport.pid ?? 0 };
}
