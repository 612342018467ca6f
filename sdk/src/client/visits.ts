import { JsonRpcError } from '@mcp-gen/runtime';
import type { ElicitRequestURLParams } from '@mcp-gen/protocol/author';
import type { InspectedUrl } from './urls.js';

/** A page that a server would like a person to visit. */
export interface UrlRequest extends InspectedUrl {
  /** Why the page has to be visited. */
  readonly message: string;
  /** What the server calls the visit, in revisions in which it tells when that is over. */
  readonly elicitationId: string | undefined;
}

/** A page, as the revision that tells the end of visits has it. */
export type Page = ElicitRequestURLParams & { readonly elicitationId?: string };

/** Visits whose end may still be told. */
const MOST_VISITS = 1_000;

/** Pages that one request may have to wait for. */
const MOST_PAGES = 10;

/** The code of the error for a request that has to wait for a person. */
const URL_ELICITATION_REQUIRED = -32042;

/** Pages that the user has agreed to visit, until the server says that what was to be done there is done. */
export class Visits {
  readonly #visits = new Map<string, { readonly request: UrlRequest; readonly onEnd: () => void }>();

  begin(id: string, request: UrlRequest, onEnd: () => void): void {
    this.#visits.set(id, { request, onEnd });
    const [oldest] = this.#visits.keys();
    if (this.#visits.size > MOST_VISITS && oldest !== undefined) this.#visits.delete(oldest);
  }

  /** Ends a visit, and gives its page. Visits that are not known, or over already, are none. */
  end(id: string): UrlRequest | undefined {
    const visit = this.#visits.get(id);
    this.#visits.delete(id);
    visit?.onEnd();
    return visit?.request;
  }
}

/** The pages that a request has to wait for (specification: URL Elicitation Required Error): none, if an error says no such thing. */
export function requiredPages(error: unknown): readonly Page[] {
  if (!(error instanceof JsonRpcError) || error.code !== URL_ELICITATION_REQUIRED) return [];
  const { elicitations } = (error.data ?? {}) as { readonly elicitations?: unknown };
  if (!Array.isArray(elicitations) || elicitations.length > MOST_PAGES) return [];
  return elicitations.every(isPage) ? elicitations : [];
}

function isPage(value: unknown): value is Page {
  const { mode, url, message, elicitationId } = (value ?? {}) as { readonly [key: string]: unknown };
  return mode === 'url' && [url, message, elicitationId].every((each) => typeof each === 'string');
}
