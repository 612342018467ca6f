import {
  allowInsecureRequests,
  customFetch,
  protectedResourceRequest,
  WWWAuthenticateChallengeError,
  type WWWAuthenticateChallenge,
} from 'oauth4webapi';
import { scopeUnion } from './scopeSets.js';

/** What a server requires, from the challenges of a response that rejects a request. */
export interface AuthorizationChallenge {
  /** `unauthorized`: the token is missing or invalid. `insufficient-scope`: the token lacks scopes. */
  readonly kind: 'unauthorized' | 'insufficient-scope' | 'dpop-nonce';
  /** The URL of the protected resource metadata, from the challenge. */
  readonly resourceMetadata: string | undefined;
  /** The scopes that the request needs. */
  readonly scope: string | undefined;
  /** Whether tokens must be bound to a key. */
  readonly dpop: boolean;
  /** Authentication schemes of the challenges, if neither `Bearer` nor `DPoP` is among them. */
  readonly otherSchemes: readonly string[];
}

const OAUTH_SCHEMES: readonly string[] = ['bearer', 'dpop'];

/** Returns what a response requires; undefined if it does not ask for authorization. */
export async function authorizationChallengeOf(response: Response): Promise<AuthorizationChallenge | undefined> {
  const { status } = response;
  if (status !== 401 && status !== 403) return undefined;
  const all = await challengesIn(response);
  const challenges = all.filter(({ scheme }) => OAUTH_SCHEMES.includes(scheme));
  const errors = challenges.map(({ parameters }) => parameters.error);
  if (status === 403 && !errors.includes('insufficient_scope')) return undefined;
  const values = (name: 'resource_metadata' | 'scope'): readonly string[] =>
    challenges.flatMap(({ parameters }) => parameters[name] ?? []);
  return {
    kind: errors.includes('use_dpop_nonce') ? 'dpop-nonce' : status === 403 ? 'insufficient-scope' : 'unauthorized',
    resourceMetadata: values('resource_metadata')[0],
    scope: scopeUnion(...values('scope')),
    dpop: challenges.length > 0 && challenges.every(({ scheme }) => scheme === 'dpop'),
    otherSchemes: challenges.length > 0 ? [] : all.map(({ scheme }) => scheme),
  };
}

/**
 * Returns the challenges of a response. The library parses them only in the response to a request that it sends, so it is passed this one.
 */
async function challengesIn(response: Response): Promise<readonly WWWAuthenticateChallenge[]> {
  const answer = new Response(null, { status: response.status, headers: response.headers });
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning
  const options = { [customFetch]: () => Promise.resolve(answer), [allowInsecureRequests]: true };
  try {
    await protectedResourceRequest('none', 'GET', new URL('https://localhost'), undefined, undefined, options);
    return [];
  } catch (error) {
    if (error instanceof WWWAuthenticateChallengeError) return error.cause;
    throw error;
  }
}
