import { RateLimit } from './rateLimit.js';
import type { JsonRpcError } from '../jsonrpc/jsonRpcError.js';
import { busyWith, LimitError, LimitReports, Shares, type SharedLimit } from '../ledger/index.js';
import type { ErrorListener } from '../report.js';

/** Maximum number of reports in a second. */
const REPORTS_A_SECOND = 100;

/** Reports notifications that are ignored. The other side can send them at any rate, so the rate of reports is limited. */
export class IgnoredNotifications {
  readonly #limit = new RateLimit(REPORTS_A_SECOND);
  #isOver = false;

  /**
   * Reports an ignored notification. Over the rate, only the first one is reported, without its reason.
   *
   * @param explain returns the error. Not called over the rate
   */
  report(to: ErrorListener, explain: () => Error | Promise<Error>): void {
    if (this.#limit.pass()) {
      this.#isOver = false;
      const error = explain();
      if (error instanceof Promise) void error.then(to);
      else to(error);
    } else if (!this.#isOver) {
      this.#isOver = true;
      to(new Error(`Ignored more than ${REPORTS_A_SECOND} notifications in a second. The others are not reported`));
    }
  }
}

/** A running handler. */
export interface RunningHandler {
  /** Aborts the handler to make room for another caller. If it does not answer its request at once, the error does. */
  displace(error: JsonRpcError): void;
}

/** The running handlers of a connection, or of all requests without a session, and reports of notifications that got none. */
export interface Load {
  /** The number of handlers whose promises have not settled, including those of cancelled requests that have not stopped. */
  readonly running: number;
  readonly ignored: IgnoredNotifications;
  /** Reports requests that limits refuse. */
  readonly refused: LimitReports;
  /** Returns the error for a request if no other handler may run, and makes room for it if that is possible. */
  findProblem(): JsonRpcError | undefined;
  /** Counts a handler. */
  begin(handler: RunningHandler): void;
  /** Called when the promise of a handler has settled. */
  end(handler: RunningHandler): void;
}

/** The handlers of one connection. */
export class PeerLoad implements Load {
  running = 0;
  readonly ignored: IgnoredNotifications = new IgnoredNotifications();
  #refused: LimitReports | undefined;
  readonly #limit: number;

  /** @param limit the maximum number of handlers that run at a time */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get refused(): LimitReports {
    return (this.#refused ??= new LimitReports());
  }

  findProblem(): JsonRpcError | undefined {
    return this.running < this.#limit ? undefined : busy();
  }

  begin(): void {
    this.running++;
  }

  end(): void {
    this.running--;
  }
}

/** The limit on handlers of requests without a session, which all callers share. */
export const RUNNING_HANDLERS: SharedLimit = {
  what: 'running requests without a session',
  option: 'limits.handlerLimit',
  most: 10_000,
  loses: 'its handler is aborted; a stream of changes ends; another request is answered with an error',
  refused: 'an error',
};

/** Handlers may take this many times the limit if those that were aborted for others do not stop. */
const MOST_UNSTOPPED = 2;

/** The handlers of requests without a session. At the limit, the caller with the most gives way. */
export class SharedLoad {
  running = 0;
  readonly ignored: IgnoredNotifications = new IgnoredNotifications();
  readonly refused: LimitReports = new LimitReports();
  readonly #shares: Shares<RunningHandler>;

  /** @param limit the maximum number of handlers that run at a time */
  constructor(limit: number = RUNNING_HANDLERS.most) {
    this.#shares = new Shares(limit);
  }

  /** Returns the load of requests of a caller. */
  of(caller: string): Load {
    return new CallerLoad(this, caller);
  }

  /** Makes room for another handler of a caller, or returns why there is none. */
  makeRoom(caller: string): JsonRpcError | undefined {
    const isAdmitted =
      this.running < MOST_UNSTOPPED * this.#shares.limit &&
      this.#shares.makeRoom(caller, (handler) => handler.displace(busy()));
    return isAdmitted ? undefined : busyWith('The server', RUNNING_HANDLERS);
  }

  begin(caller: string, handler: RunningHandler): void {
    this.running++;
    this.#shares.add(caller, handler);
  }

  end(caller: string, handler: RunningHandler): void {
    this.running--;
    this.#shares.delete(caller, handler);
  }
}

class CallerLoad implements Load {
  readonly ignored: IgnoredNotifications;
  readonly refused: LimitReports;
  readonly #shared: SharedLoad;
  readonly #caller: string;

  constructor(shared: SharedLoad, caller: string) {
    this.ignored = shared.ignored;
    this.refused = shared.refused;
    this.#shared = shared;
    this.#caller = caller;
  }

  get running(): number {
    return this.#shared.running;
  }

  findProblem(): JsonRpcError | undefined {
    return this.#shared.makeRoom(this.#caller);
  }

  begin(handler: RunningHandler): void {
    this.#shared.begin(this.#caller, handler);
  }

  end(handler: RunningHandler): void {
    this.#shared.end(this.#caller, handler);
  }
}

/** Returns the error for a request over the limit of running handlers. */
export function busy(): LimitError {
  return new LimitError('Too many running requests: try again later', 'limits.handlerLimit');
}
