/** The functions with which extensions wrap the HTTP requests of a client. */

import { describe } from '@mcp-gen/runtime/options';
import { extensionFailure } from '../extension/failure.js';
import type { ClientAuthRequest } from './target.js';

/**
 * Returns a replacement for `fetch`: it may change each request, read the status and the headers of each response, and send a request again.
 * It is called for each request of a connection: posts, streams, and the end of a session. It must not read the body of a response that it
 * returns: a stream ends only with the connection.
 *
 * `connection.fetch` sends a request, and any other one through the same client, such as one to a token endpoint.
 */
export type FetchWrapper = (connection: ClientAuthRequest) => typeof fetch;

/** A wrapper that names its extension in errors. */
export function ofExtension(id: string, wrap: FetchWrapper): FetchWrapper {
  const failure = (cause: unknown): Error => extensionFailure(id, 'wrapFetch', cause);
  return (connection) => {
    /** Errors of the network, and of wrappers inside, which are not its own. */
    const passed = new WeakSet<object>();
    const inside: typeof fetch = async (...request) => {
      try {
        return await connection.fetch(...request);
      } catch (error) {
        if (typeof error === 'object' && error !== null) passed.add(error);
        throw error;
      }
    };
    const send = created(() => wrap({ ...connection, fetch: inside }), failure);
    return async (...request) => {
      try {
        const response: unknown = await send(...request);
        if (response instanceof Object && 'status' in response) return response as Response;
        throw new TypeError(`expected a response, got ${describe(response)}`);
      } catch (error) {
        const isAbort = request[1]?.signal?.aborted === true;
        throw isAbort || passed.has(error as object) ? error : failure(error);
      }
    };
  };
}

function created(make: () => unknown, failure: (cause: unknown) => Error): typeof fetch {
  try {
    const send = make();
    if (typeof send === 'function') return send as typeof fetch;
    throw new TypeError(`expected a function, got ${describe(send)}`);
  } catch (error) {
    throw failure(error);
  }
}

/** Combines wrappers. The first one is outermost. */
export function combineWrappers(wrappers: readonly FetchWrapper[]): FetchWrapper | undefined {
  if (wrappers.length === 0) return undefined;
  return (connection) =>
    wrappers.reduceRight<typeof fetch>((inside, wrap) => wrap({ ...connection, fetch: inside }), connection.fetch);
}
