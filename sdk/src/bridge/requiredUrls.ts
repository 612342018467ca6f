/** Pages that the user must visit before a server answers a request (specification, 2025-11-25: URL Elicitation Required Error). */

import type { RequestOutcome } from '@mcp-gen/runtime';
import { requiredUrls, type UrlElicitation } from '../client/urlElicitations.js';
import { bridgeError } from './bridgeErrors.js';

/** Functions for a request that may require visits. */
export interface RequiredUrlsRequest {
  /** Sends the request. Returns a function that cancels it. */
  readonly send: (outcome: RequestOutcome) => (reason: unknown) => void;
  /** Asks the client for a visit to a page. */
  readonly ask: (page: UrlElicitation, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Sends a request. If the server requires visits first, asks the client for them, and sends the request once more. The second response is
 * final: from 2026-07-28 on, a client accepts a visit before it is complete, so another retry could fail in the same way.
 *
 * @returns a function that cancels the request
 */
export function sendBehindRequiredUrls(
  { send, ask }: RequiredUrlsRequest,
  outcome: RequestOutcome,
): (reason: unknown) => void {
  const stop = new AbortController();
  const elicitUrls = async (pages: readonly UrlElicitation[]): Promise<void> => {
    const answers = await Promise.all(pages.map((page) => ask(page, stop.signal)));
    if (!answers.every((answer) => (answer as { readonly action?: unknown }).action === 'accept')) {
      throw bridgeError('The server requires the user to visit a page first, and the user declined');
    }
    stop.signal.throwIfAborted();
    withdraw = send(outcome);
  };
  let withdraw = send({
    resolve: outcome.resolve,
    reject: (error) => {
      const pages = requiredUrls(error);
      if (pages.length === 0) return outcome.reject(error);
      withdraw = (reason) => stop.abort(reason);
      elicitUrls(pages).catch(outcome.reject);
    },
  });
  return (reason) => withdraw(reason);
}
