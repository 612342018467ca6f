/** Whatever becomes of tokens, our client ends authorized or with one clear error, and never in a loop. `run.mjs` prints the same for both. */

import { expect, test } from 'vitest';
import { CASES, outcomeOf, torture } from './torture.mjs';

/** The most that a case may cost, with the login at the beginning, and how its calls end. */
const EXPECTED: { readonly [name: string]: readonly [tokenRequests: number, logins: number, outcome: RegExp] } = {
  'refresh tokens rotate, 5 times': [6, 1, /^5 × ok$/],
  'two processes on one store refresh at once, 5 times': [6, 1, /^10 × ok$/],
  'access and refresh token end together': [3, 2, /^3 × ok$/],
  'the token endpoint answers everything with invalid_grant': [
    3,
    2,
    /^3 × AuthorizationError: The token request to \S+ failed: invalid_grant$/,
  ],
  'the clock of one process is 2 hours ahead': [6, 1, /^10 × ok$/],
  'the clock of one process is 2 hours behind': [6, 1, /^10 × ok$/],
  'the authorization server is down, and up again': [
    4,
    1,
    /^2 × AuthorizationError: The token request to \S+ failed: HTTP 503, then 2 × ok$/,
  ],
  'the authorization server has forgotten everything': [3, 2, /^3 × ok$/],
  'the server refuses every token': [
    3,
    2,
    /^3 × AuthorizationError: \S+ rejected a token that the authorization server/,
  ],
};

test('each case is expected to end in some way', () => {
  expect(Object.keys(EXPECTED)).toEqual(Object.keys(CASES));
});

test.each(Object.entries(EXPECTED))('%s', async (name, [tokenRequests, logins, outcome]) => {
  const result = await torture('ours', name);
  expect(outcomeOf(result.calls)).toMatch(outcome);
  expect(result.logins).toBe(logins);
  expect(result.tokenRequests).toBeLessThanOrEqual(tokenRequests);
});
