import {
  allowInsecureRequests,
  customFetch,
  protectedResourceRequest,
  WWWAuthenticateChallengeError,
  type WWWAuthenticateChallenge,
} from 'oauth4webapi';
import { scopeUnion } from './scopes.js';

/** Why a server refused a request, and what it wants. */
export interface Demand {
  /** `unauthorized`: there is no token, or not a valid one. `insufficient-scope`: the token may not do that. */
  readonly kind: 'unauthorized' | 'insufficient-scope' | 'dpop-nonce';
  /** Where the challenge says that the protected resource metadata are. */
  readonly resourceMetadata: string | undefined;
  /** The scopes that the request needs. */
  readonly scope: string | undefined;
  /** Whether tokens have to be bound to a key. */
  readonly dpop: boolean;
  /** Authentication schemes that are neither `Bearer` nor `DPoP`, if there are no others. */
  readonly otherSchemes: readonly string[];
}

const OAUTH_SCHEMES: readonly string[] = ['bearer', 'dpop'];

/** Returns what a response demands; undefined if it is an answer, or refuses for another reason than authorization. */
export async function demandOf(response: Response): Promise<Demand | undefined> {
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

/** The challenges of a response. The library reads them where it sends a request, so it is given the response as an answer. */
async function challengesIn(response: Response): Promise<readonly WWWAuthenticateChallenge[]> {
  const answer = new Response(null, { status: response.status, headers: response.headers });
  // oxlint-disable-next-line typescript/no-deprecated -- marked so as a warning alone
  const options = { [customFetch]: () => Promise.resolve(answer), [allowInsecureRequests]: true };
  try {
    await protectedResourceRequest('none', 'GET', new URL('https://localhost'), undefined, undefined, options);
    return [];
  } catch (error) {
    if (error instanceof WWWAuthenticateChallengeError) return error.cause;
    throw error;
  }
}
