import type { ElicitRequestURLParams } from '@mcp-gen/protocol/author';
import { isLocalHost } from '../uri/localHost.js';

/** What a person is asked to do on a page of the web. */
export interface UrlQuestion {
  /** What the person reads: why the page has to be visited. */
  readonly message: string;
  /** Of the page: `https:`, or `http:` on this machine, for development. It must not contain secrets, and must not grant access on its own. */
  readonly url: string;
  /** Names the visit, for `context.elicitationCompleted`. Default: a random UUID. */
  readonly elicitationId?: string | undefined;
}

/** A visit, as a client is asked for it. */
export type Visit = ElicitRequestURLParams & {
  /** Names the visit, for `context.elicitationCompleted`. */
  readonly elicitationId: string;
};

/**
 * Has a client send its user to a page (specification, 2025-11-25: Elicitation, URL Mode, Safe URL Handling).
 *
 * @throws {TypeError} for a URL that a person should not be sent to.
 */
export function visit({ message, url, elicitationId = crypto.randomUUID() }: UrlQuestion): Visit {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'https:' && !(parsed?.protocol === 'http:' && isLocalHost(parsed))) {
    throw new TypeError(
      `A person cannot be sent to ${JSON.stringify(url)}: give a URL that begins with https:// (or http://localhost, for development)`,
    );
  }
  return { mode: 'url', message, url, elicitationId };
}
