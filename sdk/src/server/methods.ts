import { hasOwnFacts, REQUESTS, type ClientRequestMethod } from '../registry.js';

/** A request of the protocol that a server can handle. */
export type AnsweredMethod = ClientRequestMethod;

/** Returns whether any revision of the protocol has a request with this method. */
export function isProtocolMethod(method: string): boolean {
  return hasOwnFacts(REQUESTS, method);
}
