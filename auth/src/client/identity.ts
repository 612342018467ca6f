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
import type { ClientKey, RegisteredClient } from './oauthOptions.js';
import { stringIn } from './tokens.js';
import type { TokenStore } from './tokenStore.js';

/** A client as one authorization server knows it, and how it authenticates. */
export interface Identity {
  readonly client: Client;
  readonly authentication: ClientAuth;
  /** Strings that errors must not contain. */
  readonly secrets: readonly string[];
}

/** Returns the identity of a client that was registered before. */
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
 * Checks that a client is used with the authorization server that registered it. If the client does not name it, the first one is stored.
 *
 * @throws {AuthorizationError} if it is a different one.
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
  // If two servers are used at the same time, only one is stored as the first.
  const known =
    issuer ?? (await remembered()) ?? (await store.lock(key, async () => (await remembered()) ?? remember()));
  if (known === server.issuer) return;
  throw new AuthorizationError(
    `The client ${id} is registered with the authorization server ${known}, not with ${server.issuer}. ` +
      'Set the option "client" (flag --auth-client-id) to one that is registered there',
  );
}

/** Returns how a secret is sent if the authorization server has not said so. */
export function secretAuthentication(secret: string, method: string): ClientAuth {
  return method === 'client_secret_post' ? ClientSecretPost(secret) : basic(secret);
}

/** The library also encodes hyphens and dots, and servers that do not decode the header reject that. */
function basic(secret: string): ClientAuth {
  return (_server, { client_id: id }, _body, headers) => {
    headers.set('authorization', `Basic ${btoa(`${encoded(id)}:${encoded(secret)}`)}`);
  };
}

/** Encodes a form value (RFC 6749, appendix B). */
function encoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/** Basic is the default of RFC 8414 for metadata without this property. */
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
    // Messages of parsers may contain the key.
    throw new AuthorizationError(
      'The private key of the client is invalid. Expected PKCS #8 in PEM with "algorithm", or a JSON Web Key',
    );
  }
}
