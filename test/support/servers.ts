/** Servers on different packages, by how they are reached. */

import { afterAll, beforeAll } from 'vitest';
import type { Address } from './clients/client.js';
import { startHttpProgram } from './httpProgram.js';
import {
  BOTH_ERAS_SDK_V2,
  EVERYTHING,
  EVERYTHING_SDK,
  EVERYTHING_SDK_V2,
  STATELESS_SDK,
  STATELESS_SDK_V2,
} from './programs.js';

/** A server that can be reached, by any number of clients. */
export interface ReachableServer<More = never> {
  readonly address: Address | More;
  stop(): Promise<void>;
}

export type Start<More = never> = () => Promise<ReachableServer<More>>;

/** Each client starts a process of its own. */
const overStdio =
  (program: string, flags: readonly string[] = []): Start =>
  () =>
    Promise.resolve({ address: { over: 'stdio', args: [program, ...flags] }, stop: () => Promise.resolve() });

const overHttp =
  (program: string, flags: readonly string[] = [], over: 'HTTP' | 'HTTP with SSE' = 'HTTP'): Start =>
  async () => {
    const { ready, stop } = await startHttpProgram([program, '--http', ...flags], (line) => line.startsWith('http'));
    return { address: { over, url: over === 'HTTP' ? ready : ready.replace('/mcp', '/sse') }, stop };
  };

/** Ours, with every feature of a server. */
export const OUR_SERVER = {
  stdio: overStdio(EVERYTHING),
  'HTTP, in JSON': overHttp(EVERYTHING),
  'HTTP, in events': overHttp(EVERYTHING, ['--events']),
  'HTTP with SSE': overHttp(EVERYTHING, [], 'HTTP with SSE'),
} as const satisfies { readonly [way: string]: Start };

/** The same written with the sdk. */
export const SDK_SERVER = {
  stdio: overStdio(EVERYTHING_SDK),
  'HTTP, in JSON': overHttp(EVERYTHING_SDK),
  'HTTP, in events': overHttp(EVERYTHING_SDK, ['--events']),
  'HTTP with SSE': overHttp(EVERYTHING_SDK, [], 'HTTP with SSE'),
} as const satisfies { readonly [way: string]: Start };

/** That one over HTTP, with nothing kept between messages. */
export const SDK_SERVER_WITHOUT_SESSIONS: Start = overHttp(EVERYTHING_SDK, ['--without-sessions']);

/** The same on version 2 of the official package, which has left the older transport over HTTP behind. */
export const SDK_V2_SERVER = {
  stdio: overStdio(EVERYTHING_SDK_V2),
  'HTTP, in JSON': overHttp(EVERYTHING_SDK_V2),
  'HTTP, in events': overHttp(EVERYTHING_SDK_V2, ['--events']),
} as const satisfies { readonly [way: string]: Start };

/** The one on that package which speaks both eras, and has nothing but the tool `echo`. Over HTTP it has no sessions. */
export const BOTH_ERAS_SERVER = {
  stdio: overStdio(BOTH_ERAS_SDK_V2),
  HTTP: overHttp(BOTH_ERAS_SDK_V2),
} as const satisfies { readonly [way: string]: Start };

/** The same, for those who want no session. */
export const STATELESS_SERVER = {
  stdio: overStdio(BOTH_ERAS_SDK_V2, ['--reject']),
  HTTP: overHttp(BOTH_ERAS_SDK_V2, ['--reject']),
} as const satisfies { readonly [way: string]: Start };

/** Ours with all that revisions without sessions have. It serves the others, too. */
export const OUR_STATELESS_SERVER = {
  stdio: overStdio(STATELESS_SDK),
  HTTP: overHttp(STATELESS_SDK),
} as const satisfies { readonly [way: string]: Start };

/** The same on version 2 of the official package, without the other revisions. */
export const OFFICIAL_STATELESS_SERVER = {
  stdio: overStdio(STATELESS_SDK_V2),
  HTTP: overHttp(STATELESS_SDK_V2),
} as const satisfies { readonly [way: string]: Start };

/** Starts a server for the tests of a group, and stops it behind them. Returns what gives its address meanwhile. */
export function useServer<More = never>(start: Start<More>): () => Address | More {
  let server: ReachableServer<More> | undefined;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server?.stop());
  return () => {
    if (server === undefined) throw new Error('A server is reached from inside tests');
    return server.address;
  };
}
