import { randomBytes, generateKeyPairSync } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider';
import { listen } from '../../support/listen.js';

/** What every third party signs with: to make such a key takes longer than a whole login. */
const KEY = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' });

/** How the third party answers. */
export type Mood = 'up' | 'unavailable' | 'disconnecting' | 'silent';

/** Tokens that the third party has issued. */
interface Issued {
  readonly kind: string;
  readonly jti: string;
  destroy(): Promise<void>;
}

/** The authorization server of somebody else: a real oidc-provider, whose user logs in without being asked. */
export interface ThirdParty {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who is at the browser. */
  user: string;
  mood: Mood;
  /** The error that the user is sent back with, instead of logging in. */
  refusal: string | undefined;
  /** How its UserInfo endpoint refuses tokens, if it does. */
  userInfoRefusal: { readonly status: number; readonly challenge?: string } | undefined;
  /** What it has instead of the metadata of OpenID. */
  openIdInstead: { readonly status: number; readonly body: string } | undefined;
  /** Seconds that its access tokens are valid. */
  lifetime: number;
  /** The values of all its tokens and codes. */
  readonly secrets: Set<string>;
  /** The requests that arrived, as method and path. */
  readonly requests: string[];
  /** The headers and URLs of all requests, as one text. */
  readonly received: () => string;
  /** Revokes what it has issued. */
  revoke(kinds?: readonly string[]): Promise<void>;
  /** How many tokens of a kind it has issued. */
  issued(kind: string): number;
  close(): Promise<void>;
}

/** @param redirectUri where users are sent back to */
export async function startThirdParty(redirectUri: string): Promise<ThirdParty> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const { origin, close } = await listen((request, response) => answer(request, response));
  const issued: Issued[] = [];
  const received: string[] = [];
  const clientSecret = randomBytes(24).toString('base64url');
  const third: ThirdParty = {
    issuer: origin,
    clientId: 'mcp-server',
    clientSecret,
    user: 'ada',
    mood: 'up',
    refusal: undefined,
    userInfoRefusal: undefined,
    openIdInstead: undefined,
    lifetime: 3_600,
    secrets: new Set(),
    requests: [],
    received: () => received.join('\n'),
    revoke: async (kinds = ['AccessToken', 'RefreshToken']) => {
      for (const token of issued) if (kinds.includes(token.kind)) await token.destroy();
    },
    issued: (kind) => issued.filter((token) => token.kind === kind).length,
    close,
  };
  const models = new Map<string, Map<string, AdapterPayload>>();
  const provider = new Provider(origin, {
    adapter: (model: string) => {
      const entries = models.get(model) ?? new Map<string, AdapterPayload>();
      models.set(model, entries);
      return mapAdapter(entries);
    },
    clients: [
      {
        client_id: third.clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    clientBasedCORS: () => false,
    cookies: {
      keys: ['third party'],
      names: { session: 'third_session', interaction: 'third_login', resume: 'third_resume' },
    },
    features: {
      devInteractions: { enabled: false },
      introspection: { enabled: true, allowedPolicy: () => true },
      revocation: { enabled: true, allowedPolicy: () => true },
    },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    issueRefreshToken: () => true,
    expiresWithSession: () => false,
    interactions: { url: (_context, { uid }) => `/login/${uid}` },
    jwks: { keys: [KEY] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    ttl: {
      AccessToken: () => third.lifetime,
      AuthorizationCode: 60,
      Grant: 86_400,
      IdToken: 3_600,
      Interaction: 600,
      RefreshToken: 86_400,
      Session: 86_400,
    },
  });
  for (const event of ['access_token', 'refresh_token', 'authorization_code'] as const) {
    (provider as EventEmitter).on(`${event}.saved`, (token: Issued) => {
      issued.push(token);
      third.secrets.add(token.jti);
    });
  }
  const callback = provider.callback();
  answer = (request, response) => {
    third.requests.push(`${request.method} ${(request.url ?? '').split('?', 1)[0]}`);
    received.push(`${request.url}\n${JSON.stringify(request.headers)}`);
    if (third.mood === 'unavailable') return void response.writeHead(503).end('down for maintenance');
    if (third.mood === 'disconnecting') return void request.socket.destroy();
    if (third.mood === 'silent') return;
    if (request.url === '/me' && third.userInfoRefusal !== undefined) {
      const { status, challenge } = third.userInfoRefusal;
      return void response.writeHead(status, challenge === undefined ? {} : { 'www-authenticate': challenge }).end();
    }
    if (request.url === '/.well-known/openid-configuration' && third.openIdInstead !== undefined) {
      const { status, body } = third.openIdInstead;
      return void response.writeHead(status, { 'content-type': 'text/html' }).end(body);
    }
    if (request.url?.startsWith('/login/')) return void login(provider, third, request, response);
    void callback(request, response);
  };
  return third;
}

/** Logs the user in, and grants all that is asked for. */
async function login(
  provider: Provider,
  third: ThirdParty,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (third.refusal !== undefined) {
    const result = { error: third.refusal, error_description: '<script>alert(1)</script>' };
    return provider.interactionFinished(request, response, result);
  }
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: third.user, clientId: String(params['client_id']) });
  grant.addOIDCScope(String(params['scope']));
  const grantId = await grant.save();
  const result = { login: { accountId: third.user, remember: false }, consent: { grantId } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

/** Keeps what a provider stores of one model. */
export function mapAdapter(entries: Map<string, AdapterPayload>): Adapter {
  return {
    upsert: (id, payload) => Promise.resolve(void entries.set(id, payload)),
    find: (id) => Promise.resolve(entries.get(id)),
    findByUid: (uid) => Promise.resolve([...entries.values()].find((payload) => payload.uid === uid)),
    findByUserCode: () => Promise.resolve(undefined),
    consume: (id) => Promise.resolve(void Object.assign(entries.get(id) ?? {}, { consumed: 1 })),
    destroy: (id) => Promise.resolve(void entries.delete(id)),
    revokeByGrantId: (grantId) => {
      for (const [id, payload] of entries) if (payload.grantId === grantId) entries.delete(id);
      return Promise.resolve();
    },
  };
}
