import { InvalidMessageError, NegotiationError, RequestTimeoutError } from '../errors.js';
import { OverBudgetError, weigh } from '../ledger/index.js';
import { because } from '../peer/faults.js';
import type { Peer } from '../peer/peer.js';
import type { PendingOptions } from '../peer/pendingRequest.js';
import { explain } from '../peer/profile.js';
import { orInfinity, settlesWithin } from '../timers.js';
import * as Method from '../registry/methods.js';
import { safeListener, type ErrorListener } from '../report.js';
import { supportedVersions } from '../stateless/statelessErrors.js';
import type { Definition } from './definition.js';
import { peerInfo } from './introduction.js';
import type { Prepared } from './prepare.js';
import type { Session } from './session.js';

/** The client options that opening a session needs. */
interface InitializeOptions {
  readonly sessionRevision?: string | undefined;
  readonly initializeTimeout?: number | undefined;
  readonly lateFor?: (() => Promise<void> | undefined) | undefined;
  readonly onError?: ErrorListener | undefined;
}

/** The response to `initialize`. Messages that arrive after it are held until `release`. */
type Offer = { readonly answer: object; readonly version: string } | { readonly supported: readonly string[] };

/** Opens a session (specification: Lifecycle, Initialization). */
export async function initialize(peer: Peer, definition: Definition, options: InitializeOptions): Promise<Session> {
  const { initializeTimeout: timeout, lateFor, onError } = options;
  const waiting: PendingOptions = { ...(timeout !== undefined && { timeout }), lateFor };
  const { sessionIds } = definition;
  const [newest] = sessionIds as readonly [string];
  const { sessionRevision: first = newest } = options;
  let offer = await ask(peer, await definition.prepared(first), waiting);
  if ('supported' in offer) {
    const { supported } = offer;
    const common = sessionIds.find((id) => id !== first && supported.includes(id));
    if (common === undefined) throw new NegotiationError(first, supported);
    offer = await ask(peer, await definition.prepared(common), waiting);
    if ('supported' in offer) throw new NegotiationError(common, offer.supported);
  }
  const { answer, version } = offer;
  if (!sessionIds.includes(version)) {
    peer.release();
    throw new NegotiationError(first, [version]);
  }

  const { opening: entry, profile } = await definition.prepared(version);
  if (!entry.result(answer)) {
    const issues = await explain(profile, entry.resultType, answer, safeListener(onError));
    const message = `The result of initialize is invalid in revision ${version}${because(issues)}`;
    throw new InvalidMessageError(Method.initialize, message, issues);
  }
  const other = peerInfo(answer, 'server');
  if (!peer.session.quota.take('retained', weigh(other))) throw new OverBudgetError('retained');
  peer.adopt(profile, other);
  const opened = peer.notify(Method.notificationsInitialized);
  peer.release();
  // Over HTTP, the server must respond to this notification, too.
  const limit = timeout ?? peer.timeout;
  while (!(await settlesWithin(orInfinity(limit), opened))) {
    const reason = lateFor?.();
    if (reason === undefined) throw new RequestTimeoutError(Method.notificationsInitialized, limit);
    await reason;
  }
  const { instructions } = answer as { readonly instructions?: string };
  return {
    revision: version,
    peer: other,
    instructions,
    get id() {
      return peer.session.id;
    },
    get isOpen() {
      return peer.isOpen;
    },
    closed: peer.closed,
    close: () => peer.close(),
    request: (method, params, options, extension) => peer.request(method, params, options, extension),
    open: (method, params, options, outcome) => peer.open(method, params, options, outcome),
    notify: (method, params, extension) => peer.notify(method, params, extension),
    batch: (act) => peer.batch(act),
  };
}

/** Sends `initialize`. Messages that the server sends right after its response are held until the profile is set. */
async function ask(peer: Peer, { introduction }: Prepared, waiting: PendingOptions): Promise<Offer> {
  try {
    const answer = await new Promise<object>((resolve, reject) => {
      const hold = (result: object): void => {
        peer.hold();
        resolve(result);
      };
      peer.open(Method.initialize, introduction, waiting, { resolve: hold, reject });
    });
    return { answer, version: (answer as { readonly protocolVersion: string }).protocolVersion };
  } catch (error) {
    const supported = supportedVersions(error, 'session');
    if (supported === undefined) throw error;
    return { supported };
  }
}
