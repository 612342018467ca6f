/** Programs that tests spawn, by their paths, and whether one is still there. */

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/**
 * A server on the built packages with every handler. Its argument names the revisions it serves: `2024-11-05,2025-03-26`;
 * with `--http` it serves over HTTP.
 */
export const EVERYTHING: string = path('../fixtures/everything.mjs');

/** The same written with the sdk; it serves all revisions. */
export const EVERYTHING_SDK: string = path('../fixtures/everythingSdk.mjs');

/** The same on version 2 of the official package. */
export const EVERYTHING_SDK_V2: string = path('../fixtures/everythingSdkV2.mjs');

/** A server with the tool `echo`, on that package, which supports revisions with sessions and without. */
export const BOTH_ERAS_SDK_V2: string = path('../fixtures/bothErasSdkV2.mjs');

/** Servers with all that revisions without sessions have: on the sdk, and on that package. */
export const STATELESS_SDK: string = path('../fixtures/statelessSdk.mjs');
export const STATELESS_SDK_V2: string = path('../fixtures/statelessSdkV2.mjs');

/** A server that sends the bytes a client asks it to send. */
export const HOSTILE: string = path('../fixtures/hostile.mjs');

/** The official reference server. Wants the argument `stdio`. */
export const OFFICIAL_EVERYTHING: string = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
);

/** Other servers from npm, by their names. The one for files wants folders as arguments. */
export const officialServer = (name: 'filesystem' | 'memory' | 'sequential-thinking'): string =>
  createRequire(import.meta.url).resolve(`@modelcontextprotocol/server-${name}/dist/index.js`);

/** Servers with the one tool `echo`, on the two official packages. The first wants the argument `zod`. */
export const SDK_V1: string = path('../../bench/servers/sdk-v1.mjs');
export const SDK_V2: string = path('../../bench/servers/sdk-v2.mjs');

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
