/**
 * A server whose users log in at another authorization server, and that authorization server, on this machine. PORT and PROVIDER_PORT name
 * their ports; it closes on SIGTERM.
 */

import { randomBytes } from 'node:crypto';
import { delegatedAuthorization } from '@mcp-gen/auth/delegated';
import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import { CLIENT, startProvider } from './provider.ts';

const port = Number(process.env['PORT'] ?? 3000);
const providerPort = Number(process.env['PROVIDER_PORT'] ?? 3001);
const origin = `http://127.0.0.1:${port}`;

const provider = startProvider(providerPort, `${origin}/authorize/callback`);

const { handler, authenticate } = await delegatedAuthorization({
  resource: `${origin}/mcp`,
  provider: {
    ...CLIENT,
    issuer: `http://127.0.0.1:${providerPort}`,
    allowHttp: true,
    scope: 'openid offline_access',
    parameters: { prompt: 'consent' },
  },
  // In production: from a secret store, the same for every process.
  keys: [randomBytes(32)],
  validateUpstream: 'userinfo',
});

const server = new Server({ name: 'notes', version: '1.0.0' });
server.tool('whoami', { description: 'Says who you are.' }, (_, { auth }) => `You are ${auth?.id ?? 'nobody'}.`);

const service = await serveHttp(server, { port, authenticate, fallback: handler });
console.error(`Connect a client to ${service.url}, and log in with any name and password.`);

export const { url } = service;

export async function close(): Promise<void> {
  await service.close();
  provider.closeAllConnections();
  provider.close();
}

process.once('SIGTERM', () => void close());
