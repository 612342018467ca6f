import { every, pause, type Stop } from '../timers.js';
import { attempt } from '../report.js';
import * as Header from '../registry/headers.js';
import { refusal, refuseWith, type Refusal } from '../http/server/refusals.js';
import type { HttpExchange } from '../http/shared/httpExchange.js';
import { parseJson, VALUE_LIMIT } from '../codec/json.js';
import { isObject } from '../codegen/v1.js';
import type { RequestId } from '../jsonrpc/messages.js';
import type { ServedExchange } from '../http/server/servedExchange.js';
import { isSessionRecord } from '../http/server/sessions/sessionStore.js';
import { inTime } from '../http/server/storeCall.js';
import { readFrame, type AnswerFrame, type Frame, type RelayedRequest } from './frames.js';
import { OutgoingRelay } from './outgoingRelay.js';
import { RelayedExchange } from './relayedExchange.js';
import type { ClusterHost, ClusterNode, RouterRelay, RouterNode, SessionRouter } from './sessionRouter.js';

/** The response while this node cannot determine which node has a session. */
const UNCERTAIN: Refusal = refusal(503, 'this server process cannot reach the others now', { 'retry-after': '1' });

/** Milliseconds that a request waits for an unreachable node, whose lease may not have expired yet. */
const NODE_TIMEOUT = 4_500;

/** Milliseconds between two attempts. */
const PAUSE = 150;

/** Milliseconds between two checks of the nodes that requests were relayed to. */
const WATCH = 1_000;

/** Maximum number of remembered sessions of other nodes, and of finished relays: a duplicate message must not be executed twice. */
const MAX_REMEMBERED = 10_000;

/** Credentials are not relayed: the first node has checked them. */
const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);

/** Headers that are relayed if an adapter cannot list the headers. */
const KNOWN_HEADERS: readonly string[] = ['accept', 'content-type', 'origin', 'user-agent', ...Header.all];

/** Relays requests between the nodes of a {@link SessionRouter}: the property `relay` of an implementation. */
export const requestRelay: RouterRelay = { start: (router, host) => new Cluster(router, host) };

/**
 * One node of several: answers requests of its own sessions, relays those of other nodes, and takes over sessions of nodes that have
 * stopped.
 */
class Cluster implements ClusterNode {
  readonly #node: RouterNode;
  readonly #host: ClusterHost;
  /** The nodes of sessions, the latest last. */
  readonly #elsewhere = new Map<string, string>();
  /** Requests relayed to other nodes. */
  readonly #outgoing = new Map<string, OutgoingRelay>();
  /** Called if the node does not have the session. */
  readonly #retries = new Map<string, () => void>();
  /** Requests relayed from other nodes. */
  readonly #incoming = new Map<string, { readonly from: string; readonly exchange: RelayedExchange }>();
  /** Finished relays of other nodes, the latest last. */
  readonly #answered = new Set<string>();
  readonly #restoring = new Map<string, Promise<void>>();
  #relays = 0;
  #stopWatch: Stop | undefined;

  constructor(router: SessionRouter, host: ClusterHost) {
    this.#host = host;
    this.#node = router.join({
      received: (from, text) => {
        try {
          this.#received(from, text);
        } catch (error) {
          host.report(error);
        }
      },
      interrupted: () => this.#interrupted(),
      lost: (session) => host.drop(session),
      forgotten: (session, claim) => host.rewrite(session, claim),
      report: host.report,
    });
  }

  async open(session: string): Promise<number | Refusal> {
    try {
      return this.#node.isCertain ? await this.#node.open(session) : UNCERTAIN;
    } catch (error) {
      this.#host.report(error);
      return UNCERTAIN;
    }
  }

  async ended(session: string): Promise<void> {
    try {
      await this.#node.close(session);
    } catch (error) {
      this.#host.report(error);
    }
  }

  take(exchange: ServedExchange, session: string, here: () => void | Promise<void>): void | Promise<void> {
    if (!this.#host.has(session)) return this.#route(exchange, session, here);
    return this.#node.isCertain ? here() : refuseWith(exchange, UNCERTAIN);
  }

  async leave(): Promise<void> {
    this.#stopWatch?.();
    for (const relay of [...this.#outgoing.values()]) relay.fail();
    try {
      await this.#node.leave();
    } catch (error) {
      this.#host.report(error);
    }
  }

  async #route(exchange: ServedExchange, session: string, here: () => void | Promise<void>): Promise<void> {
    const start = performance.now();
    let request: RelayedRequest | undefined;
    for (;;) {
      try {
        if (!this.#node.isCertain) throw new RouterError(new Error('This node does not know which sessions it has'));
        const node = this.#elsewhere.get(session) ?? (await this.#locate(session, exchange));
        if (node === undefined) break;
        request ??= await this.#requestOf(exchange);
        if (await this.#relay(node, exchange, request)) return;
        this.#elsewhere.delete(session);
      } catch (error) {
        if (!(error instanceof RouterError)) throw error;
        this.#host.report(error.cause);
      }
      if (performance.now() - start > NODE_TIMEOUT) {
        refuseWith(exchange, UNCERTAIN);
        return;
      }
      await pause(PAUSE);
    }
    await here();
  }

  /** Returns the node of a session. Undefined if it is on this node, or does not exist. */
  async #locate(session: string, exchange: ServedExchange): Promise<string | undefined> {
    const restoring = this.#restoring.get(session);
    if (restoring !== undefined) await restoring;
    if (this.#host.has(session)) return undefined;
    const place = await asked(() => this.#node.locate(session));
    if (place === undefined || 'claim' in place) return undefined;
    if ('node' in place) {
      remember(this.#elsewhere, session, place.node);
      return place.node;
    }
    const running = this.#restoring.get(session) ?? this.#takeOver(session, exchange);
    this.#restoring.set(session, running);
    try {
      await running;
    } finally {
      this.#restoring.delete(session);
    }
    return undefined;
  }

  /** Continues a session whose node has stopped. For other callers than its owner, it does not exist. */
  async #takeOver(session: string, exchange: ServedExchange): Promise<void> {
    const record: unknown = await asked(() => inTime(this.#host.sessionStore.get(session), 'get', 'session'));
    if (!isSessionRecord(record) || record.owner !== exchange.auth?.id) return;
    const claim = await asked(() => this.#node.takeOver(session));
    if (claim === undefined) throw new RouterError(new Error('Another node has taken over the session'));
    try {
      this.#host.restore(session, claim, record, exchange);
    } catch (error) {
      // Other nodes could not continue it either, so the client must open a new one.
      const { sessionStore, report } = this.#host;
      await attempt(() => inTime(sessionStore.delete(session, claim), 'delete', 'session'), report);
      await this.ended(session);
      throw error;
    }
  }

  async #requestOf(exchange: ServedExchange): Promise<RelayedRequest> {
    const { http, auth, locals } = exchange;
    const { host, address } = http;
    const headers: Record<string, string> = {};
    for (const name of exchange.headerNames() ?? KNOWN_HEADERS) {
      if (CREDENTIALS.has(name) || name.startsWith('x-forwarded-')) continue;
      const value = exchange.header(name);
      if (value !== undefined) headers[name] = value;
    }
    if (host !== undefined) headers.host = host;
    return {
      method: exchange.method,
      path: exchange.path + exchange.query,
      headers,
      secure: http.url.startsWith('https:'),
      address,
      auth,
      locals: locals && Object.fromEntries(locals),
      body: exchange.method === 'POST' ? await this.#bodyOf(exchange) : undefined,
    };
  }

  async #bodyOf(exchange: ServedExchange): Promise<string> {
    const { body, account } = exchange;
    if ('value' in body) return JSON.stringify(body.value);
    const text = await body.readText(this.#host.bodyLimit, account);
    exchange.keepBody(text);
    return text;
  }

  /** Resolves with false if the node does not have the session. */
  async #relay(node: string, exchange: ServedExchange, request: RelayedRequest): Promise<boolean> {
    const relay = `${this.#node.id}.${++this.#relays}`;
    let retry!: (isTaken: boolean) => void;
    const taken = new Promise<boolean>((resolve) => (retry = resolve));
    const outgoing = new OutgoingRelay(
      node,
      exchange,
      () => requestIdOf(request.body),
      (frame) => void this.#send(node, { ...frame, relay }),
      () => {
        this.#outgoing.delete(relay);
        this.#retries.delete(relay);
        retry(true);
      },
    );
    this.#outgoing.set(relay, outgoing);
    this.#retries.set(relay, () => {
      retry(false);
      outgoing.abandon();
    });
    this.#stopWatch ??= every(WATCH, () => void this.#watch());
    let isHeard: boolean;
    try {
      isHeard = await this.#node.send(node, JSON.stringify({ kind: 'request', relay, request }));
    } catch (error) {
      // The request may still arrive, so no other node may process it.
      this.#host.report(error);
      outgoing.fail();
      return true;
    }
    // It may have failed in the meantime, and a request that is answered must not be relayed again.
    if (isHeard || outgoing.hasBegun || outgoing.isOver) return taken;
    outgoing.abandon();
    return false;
  }

  async #send(node: string, frame: Frame): Promise<boolean> {
    try {
      return await this.#node.send(node, JSON.stringify(frame));
    } catch (error) {
      this.#host.report(error);
      return false;
    }
  }

  #received(from: string, text: string): void {
    const frame = readFrame(text);
    if (frame === undefined) return this.#host.report(new TypeError('A node has sent an invalid message'));
    switch (frame.kind) {
      case 'request':
        return this.#accept(from, frame.relay, frame.request);
      case 'gone':
        return this.#incomingOf(from, frame.relay)?.lose();
      case 'taken':
        return this.#incomingOf(from, frame.relay)?.taken(frame.characters);
      case 'ask':
        if (this.#incoming.has(frame.relay) || this.#answered.has(frame.relay)) return;
        return void this.#send(from, { kind: 'unknown', relay: frame.relay });
      case 'moved':
        if (this.#outgoing.get(frame.relay)?.node === from) this.#retries.get(frame.relay)?.();
        return;
      case 'unknown':
        return this.#outgoingOf(from, frame.relay)?.fail();
      default:
        return this.#outgoingOf(from, frame.relay)?.take(frame);
    }
  }

  /** Only the node that has the request may send messages about it. */
  #outgoingOf(from: string, relay: string): OutgoingRelay | undefined {
    const outgoing = this.#outgoing.get(relay);
    return outgoing?.node === from ? outgoing : undefined;
  }

  #incomingOf(from: string, relay: string): RelayedExchange | undefined {
    const incoming = this.#incoming.get(relay);
    return incoming?.from === from ? incoming.exchange : undefined;
  }

  #accept(from: string, relay: string, request: RelayedRequest): void {
    if (this.#incoming.has(relay) || this.#answered.has(relay)) return;
    const send = (frame: AnswerFrame): Promise<boolean> => this.#send(from, frame);
    const exchange = new RelayedExchange(relay, request, send, () => {
      this.#incoming.delete(relay);
      this.#answered.add(relay);
      forgetOldest(this.#answered);
    });
    this.#incoming.set(relay, { from, exchange });
    this.#host.handle(exchange, request);
  }

  takeRelayed(
    arrived: HttpExchange,
    exchange: ServedExchange,
    session: string | undefined,
    here: () => void | Promise<void>,
  ): void | Promise<void> {
    if (session === undefined || !this.#host.has(session)) return this.#moved(arrived);
    return this.#node.isCertain ? here() : refuseWith(exchange, UNCERTAIN);
  }

  #moved(exchange: HttpExchange): void {
    for (const [relay, { from, exchange: own }] of this.#incoming) {
      if (own !== exchange) continue;
      this.#incoming.delete(relay);
      void this.#send(from, { kind: 'moved', relay });
    }
  }

  /** Fails relays to a node that has stopped, or that has not received the request. */
  async #watch(): Promise<void> {
    const nodes = new Set(Array.from(this.#outgoing.values(), ({ node }) => node));
    for (const node of nodes) {
      let isAlive = true;
      try {
        isAlive = await this.#node.isAlive(node);
      } catch {
        // The state of the other nodes is unknown. Messages can still be received.
      }
      if (!isAlive) for (const [session, place] of this.#elsewhere) if (place === node) this.#elsewhere.delete(session);
      for (const [relay, outgoing] of [...this.#outgoing]) {
        if (outgoing.node !== node) continue;
        if (!isAlive) outgoing.fail();
        else if (!outgoing.hasBegun && outgoing.sent < performance.now() - WATCH) {
          void this.#send(node, { kind: 'ask', relay });
        }
      }
    }
  }

  /** Chunks of responses, and notices about clients, may be missing without a later chunk that reveals it. */
  #interrupted(): void {
    for (const relay of [...this.#outgoing.values()]) relay.fail();
    for (const { exchange } of [...this.#incoming.values()]) exchange.destroy();
  }
}

/** A router, or a store that it needs, has failed. */
class RouterError extends Error {
  override readonly name = 'RouterError';

  constructor(cause: unknown) {
    super('The session router has failed', { cause });
  }
}

/** @throws {RouterError} if it fails. */
async function asked<Answer>(ask: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    throw new RouterError(cause);
  }
}

function remember(places: Map<string, string>, session: string, node: string): void {
  places.delete(session);
  places.set(session, node);
  const [oldest] = places.keys();
  if (places.size > MAX_REMEMBERED && oldest !== undefined) places.delete(oldest);
}

function forgetOldest(relays: Set<string>): void {
  const [oldest] = relays;
  if (relays.size > MAX_REMEMBERED && oldest !== undefined) relays.delete(oldest);
}

/** The id of a single request, to answer it with an error; undefined for anything else. */
function requestIdOf(body: string | undefined): RequestId | undefined {
  if (body === undefined) return undefined;
  try {
    const value = parseJson(body, VALUE_LIMIT);
    if (!isObject(value) || typeof value.method !== 'string') return undefined;
    return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : undefined;
  } catch {
    return undefined;
  }
}
