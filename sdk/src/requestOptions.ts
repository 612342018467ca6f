/** Options that several parts take. */

import type { RequestOptions } from '@mcp-gen/runtime';
import { ANY, duration, methods, type OptionKind, type OptionTable } from '@mcp-gen/runtime/options';

/** The options of a request whose default is another option: the timeout of the client, or a multiple of the timeout. */
export type DerivedTimeout = 'timeout' | 'maxTotalTimeout';

/** {@link RequestOptions}. */
export const REQUEST_OPTIONS: OptionTable<RequestOptions, DerivedTimeout> = {
  signal: ANY,
  timeout: duration(undefined),
  resetTimeoutOnProgress: ANY,
  maxTotalTimeout: duration(undefined),
  onProgress: ANY,
  headers: ANY,
  onRequestId: ANY,
};

/** The authorization of requests of a client over HTTP. */
export const AUTH: OptionKind = methods('wrapFetch');
