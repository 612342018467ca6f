/** Pages that a server wants visited before it answers a request (specification, 2025-11-25: URL Elicitation Required Error). */

import type { RequestOutcome } from '@mcp-gen/runtime';
import { requiredPages, type Page } from '../client/visits.js';
import { bridgeError } from './errors.js';

/** What a request needs whose client may be asked to have pages visited. */
export interface VisitingRequest {
  /** Sends the request. Returns what withdraws it. */
  readonly send: (outcome: RequestOutcome) => (reason: unknown) => void;
  /** Asks the client to have a page visited. */
  readonly ask: (page: Page, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Sends a request. Where its server wants pages visited first, the client is asked for that, and the request is sent once more. From
 * 2026-07-28 on, agreeing to a visit does not say that it is over, so the second answer counts, whatever it is.
 *
 * @returns what withdraws the request
 */
export function sendBehindVisits({ send, ask }: VisitingRequest, outcome: RequestOutcome): (reason: unknown) => void {
  const stop = new AbortController();
  const visit = async (pages: readonly Page[]): Promise<void> => {
    const answers = await Promise.all(pages.map((page) => ask(page, stop.signal)));
    if (!answers.every((answer) => (answer as { readonly action?: unknown }).action === 'accept')) {
      throw bridgeError('The server wants a page to be visited first, and the user did not agree');
    }
    stop.signal.throwIfAborted();
    withdraw = send(outcome);
  };
  let withdraw = send({
    resolve: outcome.resolve,
    reject: (error) => {
      const pages = requiredPages(error);
      if (pages.length === 0) return outcome.reject(error);
      withdraw = (reason) => stop.abort(reason);
      visit(pages).catch(outcome.reject);
    },
  });
  return (reason) => withdraw(reason);
}
