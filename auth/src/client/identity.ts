import { importJWK, importPKCS8, type JWK } from 'jose';
import {
  ClientSecretPost,
  None,
  PrivateKeyJwt,
  type AuthorizationServer,
  type Client,
  type ClientAuth,
  type CryptoKey,
} from 'oauth4webapi';
import { AuthorizationError } from '../errors.js';
import type { ClientKey, RegisteredClient } from './options.js';
import { stringIn } from './tokens.js';
import type { TokenStore } from './tokenStore.js';

/** Who a client is for one authorization server, and how it proves that. */
export interface Identity {
  readonly client: Client;
  readonly authentication: ClientAuth;
  /** What errors must not repeat. */
  readonly secrets: readonly string[];
}

/** Returns who a client is that was registered before. */
export async function identityOf(registered: RegisteredClient, server: AuthorizationServer): Promise<Identity> {
  const { id, secret, privateKey, secretMethod } = registered;
  const client = { client_id: id };
  if (privateKey !== undefined) {
    const key = await privateKeyOf(privateKey);
    const authentication = PrivateKeyJwt(privateKey.id === undefined ? key : { key, kid: privateKey.id });
    return { client, authentication, secrets: [] };
  }
  if (secret === undefined) return { client, authentication: None(), secrets: [] };
  const method = secretMethod ?? methodFor(server);
  return { client, authentication: secretAuthentication(secret, method), secrets: [secret] };
}

/**
 * Checks that a client is used with the authorization server that registered it. Where the client does not say which that is, the first one
 * is remembered.
 *
 * @throws {AuthorizationError} if it is another one.
 */
export async function checkIssuer(
  { id, issuer }: RegisteredClient,
  server: AuthorizationServer,
  store: TokenStore,
): Promise<void> {
  const key = `client ${id}`;
  const remembered = async (): Promise<string | undefined> => stringIn((await store.get(key)) ?? {}, 'issuer');
  const remember = async (): Promise<string> => {
    await store.set(key, { issuer: server.issuer });
    return server.issuer;
  };
  // Of two servers that are used at the same time, one is the first.
  const known =
    issuer ?? (await remembered()) ?? (await store.lock(key, async () => (await remembered()) ?? remember()));
  if (known === server.issuer) return;
  throw new AuthorizationError(
    `The client ${id} is registered with the authorization server ${known}, and is not used with ${server.issuer}`,
  );
}

/** Returns how a secret is sent, where the authorization server has not said so. */
export function secretAuthentication(secret: string, method: string): ClientAuth {
  return method === 'client_secret_post' ? ClientSecretPost(secret) : basic(secret);
}

/** The library encodes hyphens and dots, too, which servers that decode nothing do not understand. */
function basic(secret: string): ClientAuth {
  return (_server, { client_id: id }, _body, headers) => {
    headers.set('authorization', `Basic ${btoa(`${encoded(id)}:${encoded(secret)}`)}`);
  };
}

/** As a value of a form (RFC 6749, appendix B). */
function encoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/** Basic is what RFC 8414 has for metadata that say nothing. */
function methodFor({ token_endpoint_auth_methods_supported: methods }: AuthorizationServer): string {
  const isPostAlone = methods?.includes('client_secret_post') === true && !methods.includes('client_secret_basic');
  return isPostAlone ? 'client_secret_post' : 'client_secret_basic';
}

async function privateKeyOf({ key, algorithm }: ClientKey): Promise<CryptoKey> {
  if (typeof key !== 'string') return key;
  try {
    if (!key.trimStart().startsWith('{')) return await importPKCS8(key, algorithm ?? '');
    return (await importJWK(JSON.parse(key) as JWK, algorithm)) as CryptoKey;
  } catch {
    // Errors of parsers may repeat what they read.
    throw new AuthorizationError(
      'The private key of the client cannot be read. Expected PKCS #8 in PEM with "algorithm", or a JSON Web Key',
    );
  }
}
