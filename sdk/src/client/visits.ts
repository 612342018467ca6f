import { Holding, JsonRpcError, OverBudgetError, weigh, type Quota } from '@mcp-gen/runtime';
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
/** Bytes that they take in memory. */
const MOST_BYTES = 1024 * 1024;

/** Pages that one request may have to wait for. */
const MOST_PAGES = 10;

/** The code of the error for a request that has to wait for a person. */
export const URL_ELICITATION_REQUIRED = -32042;

/** A page, and what became of it. */
interface Visit {
  readonly request: UrlRequest;
  /** The bytes that are counted for it. */
  readonly size: number;
  /** Called when what was to be done there is done. */
  readonly onEnd: () => void;
  isAgreed: boolean;
  isOver: boolean;
}

/** Pages that the user is asked to visit, until the server says that what was to be done there is done. */
export class Visits {
  readonly #onEnd: (request: UrlRequest) => void;
  readonly #visits = new Map<string, Visit>();
  readonly #held: Holding;

  /**
   * @param onEnd called for each visit that is over
   * @param quota counts what is kept of them
   */
  constructor(onEnd: (request: UrlRequest) => void, quota: Quota) {
    this.#onEnd = onEnd;
    this.#held = new Holding(quota, 'retained');
  }

  /**
   * Takes note of a visit that the user is asked for. It ends at once where the server has said so by the time they agree. The oldest
   * visits give way to it.
   *
   * @throws {OverBudgetError} if it alone takes more than 1 MiB, or more than the ledger allows.
   */
  begin(request: UrlRequest, onEnd = (): void => {}): Visit {
    const visit = { request, size: weigh(request), onEnd, isAgreed: false, isOver: false };
    const id = request.elicitationId;
    if (id !== undefined) this.#keep(id, visit);
    return visit;
  }

  #keep(id: string, visit: Visit): void {
    if (visit.size > MOST_BYTES) throw new OverBudgetError('retained');
    this.#drop(id);
    for (const oldest of this.#visits.keys()) {
      if (this.#visits.size < MOST_VISITS && this.#held.bytes + visit.size <= MOST_BYTES) break;
      this.#drop(oldest);
    }
    if (!this.#held.add(visit.size)) throw new OverBudgetError('retained');
    this.#visits.set(id, visit);
  }

  #drop(id: string): void {
    const visit = this.#visits.get(id);
    if (visit === undefined) return;
    this.#visits.delete(id);
    this.#held.add(-visit.size);
  }

  /** Takes what the user said. */
  decide(visit: Visit, isAgreed: boolean): void {
    visit.isAgreed = isAgreed;
    if (!isAgreed || visit.isOver) this.#finish(visit);
  }

  /** Takes the news that a visit is over. Visits that are not known, or over already, are none. */
  end(id: string): void {
    const visit = this.#visits.get(id);
    if (visit === undefined) return;
    visit.isOver = true;
    if (visit.isAgreed) this.#finish(visit);
  }

  #finish(visit: Visit): void {
    const { request, onEnd, isAgreed } = visit;
    const { elicitationId: id } = request;
    if (id !== undefined && this.#visits.get(id) === visit) this.#drop(id);
    if (!isAgreed) return;
    onEnd();
    this.#onEnd(request);
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
