/** A guarded server on loopback, whose URL is not that of its resource: it stands behind a proxy. */

import { jwt, protect, type ProtectedResource, type ProtectOptions } from '@mcp-gen/auth/server';
import { Server, type AuthInfo } from '@mcp-gen/sdk';
import { serveHttp, type ServeHttpOptions } from '@mcp-gen/sdk/http';
import { onTestFinished } from 'vitest';
import { Mailbox } from '../../support/mailbox.js';
import { rawRequest, type RawAnswer, type RawRequest } from '../../support/rawHttp.js';
import { request } from '../../support/rpc.js';
import { initialize } from '../../unit/runtime/httpSupport.js';
import { RESOURCE, startIssuer, type TestIssuer } from './issuer.js';

export const METADATA = 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp';

export interface Guarded {
  readonly url: string;
  readonly guard: ProtectedResource;
  readonly server: Server;
  /** Those who called the tool `whoami`. */
  readonly callers: AuthInfo[];
  readonly errors: Mailbox<unknown>;
  /** Opens a session with these headers. */
  open(headers?: { readonly [name: string]: string | undefined }, path?: string): Promise<RawAnswer>;
}

export async function startGuarded(
  options: Partial<ProtectOptions> & Pick<ProtectOptions, 'verify'>,
  http: ServeHttpOptions = {},
): Promise<Guarded> {
  const errors = new Mailbox<unknown>();
  const callers: AuthInfo[] = [];
  const guard = protect({ resource: RESOURCE, onError: errors.put, ...options });
  const server = new Server({ name: 'notes', version: '1.0.0' }, { onError: errors.put });
  server.tool('whoami', {}, (_, { auth }) => {
    if (auth !== undefined) callers.push(auth);
    return auth?.id ?? 'nobody';
  });
  server.tool('delete', {}, () => 'deleted');
  server.tool('hidden', { access: ['notes:admin'] }, () => 'found');
  server.resource('notes://a/private', {}, () => 'secret');
  const service = await serveHttp(server, { port: 0, shutdownTimeout: 50, ...guard, ...http });
  onTestFinished(() => service.close());
  const { url } = service;
  const open: Guarded['open'] = (headers = {}, path = '') =>
    rawRequest(`${url}${path}`, { headers, body: initialize() });
  return { url, guard, server, callers, errors, open };
}

/** A server that takes JWTs of an issuer. */
export async function startWithJwt(
  options: Partial<ProtectOptions> = {},
  http: ServeHttpOptions = {},
): Promise<Guarded & { readonly issuer: TestIssuer }> {
  const issuer = await startIssuer();
  const verify = jwt({ issuer: issuer.issuer, allowHttp: true });
  return { ...(await startGuarded({ verify, ...options }, http)), issuer };
}

export const bearer = (token: string): { readonly authorization: string } => ({ authorization: `Bearer ${token}` });

/** A request of 2026-07-28, which stands alone. */
export function alone(headers: RawRequest['headers'], method: string, params: object = {}): RawRequest {
  const revision = '2026-07-28';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    headers: { ...headers, 'mcp-protocol-version': revision, 'mcp-method': method },
    body: request(1, method, { ...params, _meta }),
  };
}

/** The challenge of an answer, taken apart: the scheme, and the parameters. */
export function challengeOf({ headers }: Pick<RawAnswer, 'headers'>): { readonly [name: string]: string } {
  const value = String(headers['www-authenticate']);
  const [, scheme = '', params = ''] = /^(\S+) ?(.*)$/.exec(value) ?? [];
  const read = [...params.matchAll(/([a-z_]+)="([^"]*)"(?:, |$)/g)].map(([, name = '', text = '']) => [name, text]);
  return { scheme, ...(Object.fromEntries(read) as object) };
}
