import { ErrorCode, JsonRpcError, MetaKey, type ErrorListener, type HandlerContext } from '@mcp-gen/runtime';
import type { LoggingLevel } from '@mcp-gen/protocol/author';
import type { Method } from '../conversions/index.js';
import { isWanted } from '../server/logging.js';
import { ChangeListeners } from './changeListeners.js';
import { bridgeError, toClientError } from './errors.js';
import { withMeta } from './meta.js';
import { PendingCall } from './pendingCall.js';
import type { PendingCalls } from './pendingCalls.js';
import { infoOf } from './sessionSide.js';
import { levelOf, type Upstream, type UpstreamEvents } from './upstream.js';

/** Requests that a server may ask in the name of. */
const ASKING: ReadonlySet<Method> = new Set<Method>(['tools/call', 'prompts/get', 'resources/read']);

/** What a connection for clients without sessions takes of its bridge. */
export interface LinkParts {
  readonly calls: PendingCalls;
  readonly report: ErrorListener;
  /** Called when a request of the client is over. */
  readonly onIdle: () => void;
}

/** A request that runs: what its client wants to be told. */
interface Run {
  readonly run: HandlerContext | undefined;
  readonly level: string | undefined;
}

/** A connection to the server, for the requests of one client without a session. */
export class StatelessLink implements UpstreamEvents {
  readonly #parts: LinkParts;
  #upstream!: Upstream;
  #listeners!: ChangeListeners;
  readonly #running = new Set<Run>();
  readonly #calls = new Set<PendingCall>();

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  get upstream(): Upstream {
    return this.#upstream;
  }

  set upstream(upstream: Upstream) {
    this.#upstream = upstream;
    this.#listeners = new ChangeListeners(upstream, this.#parts.report);
  }

  /** Whether nothing of the client's is running. */
  get isIdle(): boolean {
    return this.#running.size === 0 && this.#calls.size === 0 && this.#listeners.isEmpty;
  }

  /** Answers `server/discover`, but for the revisions. */
  discover(revision: string): object {
    const { instructions } = this.#upstream.session;
    const capabilities = this.#upstream.capabilitiesFor(revision);
    return this.#withInfo({ capabilities, ...(instructions !== undefined && { instructions }) });
  }

  async listen(params: unknown, context: HandlerContext): Promise<object> {
    try {
      return await this.#listeners.listen(params as never, context);
    } finally {
      this.#parts.onIdle();
    }
  }

  /** Forwards a request. */
  async forward(method: Method, params: unknown, context: HandlerContext, caller: string): Promise<object> {
    const level = levelOf(context.meta);
    try {
      if (!this.#upstream.isStateless) {
        if (level !== undefined) await this.#upstream.setLevel(level);
        if (ASKING.has(method)) return this.#withInfo(await this.#call(method, params, context, caller, level));
      }
      const meta = level === undefined || !this.#upstream.isStateless ? undefined : { [MetaKey.LogLevel]: level };
      const run: Run = { run: context, level };
      this.#running.add(run);
      try {
        return this.#withInfo(await this.#upstream.request(method, params, context, meta));
      } finally {
        this.#running.delete(run);
      }
    } catch (error) {
      throw toClientError(error, method, context.revision);
    } finally {
      this.#parts.onIdle();
    }
  }

  /** A request that a server with sessions may ask in the name of. */
  async #call(
    method: Method,
    given: unknown,
    context: HandlerContext,
    caller: string,
    level: string | undefined,
  ): Promise<object> {
    const { calls } = this.#parts;
    if (context.replay !== undefined) {
      return calls.find(await PendingCall.handleOf(context), caller).answerTo(context);
    }
    const { requestState, inputResponses, ...params } = given as { readonly [name: string]: unknown };
    if (requestState !== undefined || inputResponses !== undefined) {
      throw new JsonRpcError(
        ErrorCode.InvalidParams,
        'Invalid params: the requestState is not accepted: it was changed, has expired, or belongs to another request',
      );
    }
    const call: PendingCall = new PendingCall(context, level, {
      caller,
      send: (own) => this.#upstream.request(method, params, own),
      keep: (kept) => calls.keep(kept),
      timeout: calls.timeout,
      quota: calls.quota,
      onSettled: () => {
        this.#calls.delete(call);
        this.#parts.onIdle();
      },
      onEnd: () => calls.delete(call),
    });
    this.#calls.add(call);
    return call.answerTo(context);
  }

  notified(method: Method, given: unknown): void {
    try {
      const params = this.#upstream.passage.toClient(method, 'params', given);
      if (this.#listeners.notified(method, params)) return;
      const run = this.#latest(
        method === 'notifications/message' ? (params as { level: LoggingLevel }).level : undefined,
      );
      run?.notify(method, params).catch(this.#parts.report);
    } catch (error) {
      this.#parts.report(error);
    }
  }

  async asked(method: Method, params: unknown, signal: AbortSignal): Promise<unknown> {
    const { passage, session } = this.#upstream;
    let call: PendingCall | undefined;
    for (const each of this.#calls) if (each.run !== undefined || call === undefined) call = each;
    if (call === undefined) {
      throw bridgeError(`The client behind the bridge takes ${method} only while a request of its own is answered`);
    }
    try {
      const answer = await call.ask(method, passage.toClient(method, 'params', params), signal);
      return passage.toServer(method, 'result', answer);
    } catch (error) {
      throw toClientError(error, method, session.revision);
    }
  }

  /** Returns the request that has come last and, for log messages, wants them. */
  #latest(level: LoggingLevel | undefined): HandlerContext | undefined {
    let latest: HandlerContext | undefined;
    for (const { run, level: lowest } of [...this.#running, ...this.#calls]) {
      const isMeant = level === undefined || (lowest !== undefined && isWanted(level, lowest as LoggingLevel));
      if (run !== undefined && isMeant) latest = run;
    }
    return latest;
  }

  /** The answers are the server's, not the bridge's. */
  #withInfo(result: object): object {
    const { session, isStateless } = this.#upstream;
    return isStateless && '_meta' in result ? result : withMeta(result, { [MetaKey.ServerInfo]: infoOf(session.peer) });
  }
}
