/** The scenarios of extensions that are judged, what the suite is expected to skip or to warn of, and errors that clients have to end with. */

import type { Exception } from './judge.js';

/** The scenarios of extensions that servers and clients are tested with, by how their names begin, by revision. */
export const EXTENSIONS: {
  readonly [revision: string]: { readonly server?: readonly string[]; readonly client: readonly string[] };
} = {
  '2025-11-25': { client: ['auth/'] },
  '2026-07-28': { server: ['tasks-', 'sep-2640-'], client: ['auth/', 'sep-2640-'] },
};

/** Warnings and skipped checks that are right, by revision, leg, and scenario. One that does not occur fails its scenario. */
export const EXCEPTIONS: { readonly [scenario: string]: readonly Exception[] } = {
  '2026-07-28 server input-required-result-ignore-extra-params': [
    {
      status: 'WARNING',
      message: 'valid inputResponses were provided alongside extra keys',
      reason:
        'the scenario answers what it was not asked, without the requestState that each question of this server comes with; ' +
        'such answers are ignored, and the question is asked',
    },
  ],
  '2026-07-28 server tasks-status-notifications': [
    {
      status: 'SKIPPED',
      message: 'The harness needs a rewrite against the new channel',
      reason: 'the suite has no checks for it yet, and skips it on every server',
      isAll: true,
    },
  ],
  '2026-07-28 client http-standard-headers': ['initialize', 'notifications/initialized'].map((method) => ({
    status: 'SKIPPED',
    message: `did not send a ${method} request`,
    reason: 'the revision does not have this method',
  })),
};

/**
 * What clients have to print in scenarios that they have to end with an error, by revision, leg, and scenario. The suite lets them end in any
 * way; in every other scenario a client has to end without an error.
 */
export const ERRORS: { readonly [scenario: string]: string } = {
  '2025-11-25 client auth/scope-retry-limit': 'requires the scopes mcp:admin, which were requested and not granted',
  '2026-07-28 client auth/scope-retry-limit': 'requires the scopes mcp:admin, which were requested and not granted',
  '2026-07-28 client auth/resource-mismatch': 'belongs to https://evil.example.com/mcp. Expected http://localhost:',
  '2026-07-28 client auth/iss-supported-missing': 'response parameter "iss" (issuer) missing',
  '2026-07-28 client auth/iss-wrong-issuer': 'unexpected "iss" (issuer) response parameter value',
  '2026-07-28 client auth/iss-unexpected': 'unexpected "iss" (issuer) response parameter value',
  '2026-07-28 client auth/iss-normalized': 'unexpected "iss" (issuer) response parameter value',
  '2026-07-28 client auth/metadata-issuer-mismatch':
    'belongs to the issuer https://attacker.example.com. Expected http://localhost:',
  '2026-07-28 client sep-2640-client-verify-digest': 'the digest of skill://pdf-processing/SKILL.md does not match',
  '2026-07-28 client sep-2640-client-verify-size': 'bytes instead of 97',
  '2026-07-28 client sep-2640-client-verify-frontmatter': 'its frontmatter does not match the entry',
};
