import type { ElicitRequestURLParams } from '@mcp-gen/protocol/author';
import { isLocalHost } from '../uri/localHost.js';
import { encodeIllegal } from '../uri/percent.js';

/** A web page that the user should visit. */
export interface UrlQuestion {
  /** The message for the user: why the page should be visited. */
  readonly message: string;
  /**
   * The URL of the page: `https:`, or `http:` on localhost, for development. It must not contain secrets, and must not grant access on its
   * own.
   */
  readonly url: string;
  /** The id of the visit, for `context.elicitationCompleted`. Default: a random UUID. */
  readonly elicitationId?: string | undefined;
}

/** A visit in the form that clients receive. */
export type UrlElicitation = ElicitRequestURLParams & {
  /** The id of the visit, for `context.elicitationCompleted`. */
  readonly elicitationId: string;
};

/**
 * Returns the request for a visit (specification, 2025-11-25: Elicitation, URL Mode, Safe URL Handling).
 *
 * @throws {TypeError} for an unsafe URL.
 */
export function urlElicitation({ message, url, elicitationId = crypto.randomUUID() }: UrlQuestion): UrlElicitation {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'https:' && !(parsed?.protocol === 'http:' && isLocalHost(parsed))) {
    throw new TypeError(
      `Unsafe URL ${JSON.stringify(url)}: expected a URL with https:// (or http://localhost, for development)`,
    );
  }
  return { mode: 'url', message, url: encodeIllegal(url), elicitationId };
}
