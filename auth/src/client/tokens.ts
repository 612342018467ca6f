import type { TokenEndpointResponse } from 'oauth4webapi';
import { scopeUnion } from './scopeSets.js';
import type { StoredValue } from './tokenStore.js';

/** Maximum milliseconds before expiry at which a token is renewed. Clocks differ, and requests take time. */
const RENEWAL_MARGIN = 60_000;

/** Part of a short token's lifetime, before its end, in which it is renewed. */
const RENEWAL_FRACTION = 0.1;

/** The tokens that were issued for one server. */
export interface Tokens {
  /** The authorization server that issued them. */
  readonly issuer: string;
  /** The client that they were issued to. */
  readonly clientId: string;
  readonly accessToken: string;
  readonly type: 'bearer' | 'dpop';
  /** When the access token expires, in milliseconds since 1970. */
  readonly expiresAt: number | undefined;
  /** When it is renewed. */
  readonly renewAt: number | undefined;
  readonly refreshToken: string | undefined;
  /** The scopes that were granted, if the authorization server listed them. */
  readonly granted: string | undefined;
  /** The scopes that were requested. */
  readonly requested: string | undefined;
  /** The URL of the protected resource metadata, from the server's challenge. */
  readonly resourceMetadata: string | undefined;
  /** The private key that the tokens are bound to, as a JSON Web Key. */
  readonly key: string | undefined;
}

/** Facts about tokens that the token response does not contain. */
export type TokenFacts = Pick<Tokens, 'issuer' | 'clientId' | 'requested' | 'resourceMetadata' | 'key'>;

/** Returns the tokens of a token response. */
export function tokensFrom(response: TokenEndpointResponse, facts: TokenFacts, before?: Tokens): Tokens {
  const {
    access_token: accessToken,
    token_type: type,
    expires_in: seconds,
    refresh_token: refreshToken,
    scope,
  } = response;
  const lifetime = seconds === undefined ? undefined : seconds * 1_000;
  const now = Date.now();
  return {
    ...facts,
    accessToken,
    type: type === 'dpop' ? 'dpop' : 'bearer',
    expiresAt: lifetime === undefined ? undefined : now + lifetime,
    renewAt:
      lifetime === undefined ? undefined : now + lifetime - Math.min(RENEWAL_MARGIN, lifetime * RENEWAL_FRACTION),
    // Without a new refresh token in the response, the old one stays valid.
    refreshToken: refreshToken ?? before?.refreshToken,
    granted: scopeUnion(scope) ?? before?.granted,
  };
}

/** Returns whether an access token expires soon or has expired. */
export function isExpiring({ renewAt }: Tokens): boolean {
  return renewAt !== undefined && Date.now() >= renewAt;
}

/** Returns whether an access token has expired. */
export function isExpired({ expiresAt }: Tokens): boolean {
  return expiresAt !== undefined && Date.now() >= expiresAt;
}

/** Serializes tokens for the store. */
export function stored(tokens: Tokens): StoredValue {
  return { ...tokens };
}

/** Parses stored tokens; undefined if the value is invalid. */
export function tokensIn(value: StoredValue | undefined): Tokens | undefined {
  if (value === undefined) return undefined;
  const { issuer, clientId, accessToken, type } = value;
  const isWhole = [issuer, clientId, accessToken].every((each) => typeof each === 'string' && each !== '');
  if (!isWhole || (type !== 'bearer' && type !== 'dpop')) return undefined;
  return {
    issuer: issuer as string,
    clientId: clientId as string,
    accessToken: accessToken as string,
    type,
    expiresAt: numberIn(value, 'expiresAt'),
    renewAt: numberIn(value, 'renewAt'),
    refreshToken: stringIn(value, 'refreshToken'),
    granted: stringIn(value, 'granted'),
    requested: stringIn(value, 'requested'),
    resourceMetadata: stringIn(value, 'resourceMetadata'),
    key: stringIn(value, 'key'),
  };
}

/** Returns a property if it is a string. */
export function stringIn(value: StoredValue, name: string): string | undefined {
  const property = value[name];
  return typeof property === 'string' ? property : undefined;
}

function numberIn(value: StoredValue, name: string): number | undefined {
  const property = value[name];
  return typeof property === 'number' ? property : undefined;
}
