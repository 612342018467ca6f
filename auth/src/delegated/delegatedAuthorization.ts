import type { IncomingMessage, ServerResponse } from 'node:http';
import { callerName } from '@mcp-gen/runtime';
import type * as oidc from 'oidc-provider';
import { authenticator } from './authenticate.js';
import { CALLBACK_PATH, Login } from './upstreamLogin.js';
import type {
  DelegatedAuthorizationServer,
  DelegatedAuthorizationOptions,
  ValidateUpstream,
} from './delegatedOptions.js';
import { newProvider, PATHS } from './provider.js';
import { Records } from './records.js';
import { Sealer } from './sealer.js';
import { delegatedSettings, type DelegatedSettings } from './delegatedSettings.js';
import { MemoryAuthorizationStore } from './store.js';
import { Upstream } from './upstream.js';
import { UpstreamSessions, type Validate } from './upstreamSessions.js';

/** The path of the protected resource metadata (RFC 9728), for clients of later revisions. */
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

const CONSENT = new RegExp(`^${PATHS.authorization}/[\\w-]+/consent$`);

/** Matches the paths that oidc-provider handles. */
const OWN_PATH = new RegExp(
  `^(?:${[PATHS.metadata, PATHS.token, PATHS.registration, PATHS.revocation].join('|').replaceAll('.', '\\.')}|${PATHS.authorization}(?:/[\\w-]+)?)/?$`,
);

/**
 * Creates an authorization server for the clients of an MCP server. It delegates the login to a third party (specification 2025-03-26:
 * Authorization, Third-Party Authorization Flow). Clients register here, users consent here and log in there. Clients receive tokens of
 * this server, which are only valid as long as those of the third party. Needs Node, and the package `oidc-provider`.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { delegatedAuthorization } from '@mcp-gen/auth/delegated';
 * import { Server } from '@mcp-gen/sdk';
 * import { createHandler } from '@mcp-gen/sdk/http';
 *
 * const { handler, authenticate } = await delegatedAuthorization({
 *   resource: 'https://mcp.example.com/mcp',
 *   provider: { issuer: 'https://accounts.example.com', clientId: 'mcp', clientSecret: process.env['CLIENT_SECRET'] },
 *   keys: [process.env['AUTH_KEY'] ?? ''],
 *   validateUpstream: 'userinfo',
 * });
 * const mcp = createHandler(new Server({ name: 'notes', version: '1.0.0' }), { authenticate });
 * createServer((request, response) => handler(request, response, () => mcp.node(request, response))).listen(3000);
 * ```
 * @throws {TypeError | RangeError} if an option is invalid. The message names it.
 * @throws {Error} if `oidc-provider` is not installed.
 */
export async function delegatedAuthorization(
  options: DelegatedAuthorizationOptions,
): Promise<DelegatedAuthorizationServer> {
  const settings = delegatedSettings(options);
  const { issuer, lifetimes, report } = settings;
  const addressOf = options.addressOf ?? ((request: IncomingMessage) => request.socket.remoteAddress);
  const sealer = new Sealer(options.keys);
  const records = new Records(options.store ?? new MemoryAuthorizationStore(), sealer, report);
  const upstream = new Upstream(options.provider, `${issuer}${CALLBACK_PATH}`, lifetimes.upstreamTimeout, report);
  const validate = validation(options.validateUpstream, upstream);
  const sessions = new UpstreamSessions({ records, upstream, validate, lifetimes, report });
  const provider = newProvider({ module: await loadProvider(), options, settings, sealer, records, sessions });
  const login = new Login({ provider, options, settings, records, sealer, sessions, upstream, validate });
  const callback = provider.callback();
  const metadataPath = `${RESOURCE_METADATA}${new URL(settings.resource).pathname.replace(/\/$/, '')}`;
  const authenticate = authenticator({ provider, settings, sessions, resourceMetadata: `${issuer}${metadataPath}` });

  const handler: DelegatedAuthorizationServer['handler'] = (request, response, next) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path === RESOURCE_METADATA || path === metadataPath) return sendResourceMetadata(request, response, settings);
    if (!OWN_PATH.test(path) && !CONSENT.test(path)) return next === undefined ? notFound(response) : next();
    pinOrigin(request, issuer);
    const address = addressOf(request);
    void records.countFor(callerName(undefined, { address }, 'anyone'), () => {
      if (path === CALLBACK_PATH) return login.callback(request, response);
      if (CONSENT.test(path)) return login.consent(request, response);
      return callback(request, response).catch((error: unknown) => {
        report(error);
        response.destroy();
      });
    });
  };
  return { handler, authenticate };
}

function validation(validate: ValidateUpstream, upstream: Upstream): Validate {
  if (validate === 'userinfo') return (tokens) => upstream.isAcceptedByUserInfo(tokens);
  return validate === 'introspection' ? (tokens) => upstream.isActive(tokens) : validate;
}

/** The origin comes from the configuration. Headers of a request are not trusted, whether or not a proxy sets them. */
function pinOrigin({ headers }: IncomingMessage, issuer: string): void {
  const { protocol, host } = new URL(issuer);
  headers.host = host;
  headers['x-forwarded-host'] = host;
  headers['x-forwarded-proto'] = protocol.slice(0, -1);
}

function sendResourceMetadata(request: IncomingMessage, response: ServerResponse, settings: DelegatedSettings): void {
  const headers = { 'access-control-allow-origin': '*', 'cache-control': 'max-age=3600' };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(request.method === 'OPTIONS' ? 204 : 405, { ...headers, allow: 'GET' }).end();
    return;
  }
  const { resource, issuer, scopes } = settings;
  const metadata = {
    resource,
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: settings.name,
  };
  response.writeHead(200, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(metadata));
}

function notFound(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
}

/** @throws {Error} if oidc-provider is not installed. The message says how to install it. */
async function loadProvider(): Promise<typeof oidc> {
  try {
    return await import('oidc-provider');
  } catch (cause) {
    const code = (cause as { readonly code?: unknown }).code;
    if (code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new Error('delegatedAuthorization needs the package oidc-provider. Install it: npm install oidc-provider@9', {
      cause,
    });
  }
}
