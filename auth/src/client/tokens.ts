import type { TokenEndpointResponse } from 'oauth4webapi';
import { scopeUnion } from './scopes.js';
import type { StoredValue } from './tokenStore.js';

/** The longest time before a token expires at which it is renewed, in milliseconds. Clocks differ, and requests take time. */
const EARLY = 60_000;

/** The part of a token's lifetime at whose end it is renewed, where that is shorter. */
const EARLY_PART = 0.1;

/** What was issued for one server. */
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
  /** The scopes that were granted, if the authorization server said so. */
  readonly granted: string | undefined;
  /** The scopes that were asked for. */
  readonly requested: string | undefined;
  /** Where the server's challenge said that its metadata are. */
  readonly resourceMetadata: string | undefined;
  /** The private key that the tokens are bound to, as a JSON Web Key. */
  readonly key: string | undefined;
}

/** What is known of tokens beside the response that has them. */
export type TokenFacts = Pick<Tokens, 'issuer' | 'clientId' | 'requested' | 'resourceMetadata' | 'key'>;

/** Returns what a response of the token endpoint issues. */
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
    renewAt: lifetime === undefined ? undefined : now + lifetime - Math.min(EARLY, lifetime * EARLY_PART),
    // An authorization server that issues no new refresh token leaves the old one valid.
    refreshToken: refreshToken ?? before?.refreshToken,
    granted: scopeUnion(scope) ?? before?.granted,
  };
}

/** Whether an access token is about to expire, or has. */
export function isExpiring({ renewAt }: Tokens): boolean {
  return renewAt !== undefined && Date.now() >= renewAt;
}

/** Whether an access token has expired. */
export function isExpired({ expiresAt }: Tokens): boolean {
  return expiresAt !== undefined && Date.now() >= expiresAt;
}

/** Returns tokens as they are stored. */
export function stored(tokens: Tokens): StoredValue {
  return { ...tokens };
}

/** Returns tokens that were stored; undefined if what is there are none. */
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

/** Returns a property that is a string. */
export function stringIn(value: StoredValue, name: string): string | undefined {
  const property = value[name];
  return typeof property === 'string' ? property : undefined;
}

function numberIn(value: StoredValue, name: string): number | undefined {
  const property = value[name];
  return typeof property === 'number' ? property : undefined;
}
