import type { ConnectOptions } from '@mcp-gen/runtime';
import type { ClientOptions } from './options.js';

/** Milliseconds that servers have for their first answers, as in the runtime. */
const INITIALIZE_TIMEOUT = 60_000;
const DISCOVER_TIMEOUT = 5_000;

/** Returns the time that a server has for its first answers: more than usual if a person may log in meanwhile. */
export function openingTimeouts({
  auth,
  timeout = INITIALIZE_TIMEOUT,
  discoverTimeout,
}: Pick<ClientOptions, 'auth' | 'timeout' | 'discoverTimeout'>): Pick<
  ConnectOptions,
  'discoverTimeout' | 'initializeTimeout'
> {
  const { loginTimeout = 0 } = auth ?? {};
  if (loginTimeout === 0) return { discoverTimeout };
  const extended = (milliseconds: number): number => (milliseconds === 0 ? 0 : milliseconds + loginTimeout);
  return {
    discoverTimeout: extended(discoverTimeout ?? Math.min(timeout || DISCOVER_TIMEOUT, DISCOVER_TIMEOUT)),
    initializeTimeout: extended(timeout),
  };
}
