import {
  connectSession,
  MetaKey,
  type Capabilities,
  type ConnectOptions,
  type Era,
  type ErrorListener,
  type HandlerContext,
  type Implementation,
  type Ledger,
  type Session,
} from '@mcp-gen/runtime';
import type { ClientCapabilities } from '@mcp-gen/protocol/author';
import { ChangeStream } from '../client/changeStream.js';
import type { Dial } from '../client/target.js';
import type { Method } from '../conversions/index.js';
import { without } from '../conversions/without.js';
import { isStateless } from '../era.js';
import type { Revisions } from '../revisions.js';
import { Translator, type LossListener } from '../translator.js';
import { NOTIFICATIONS, QUESTIONS, TASKS } from './methods.js';
import { Passage } from './passage.js';
import { withoutSubscriptionId, withMeta } from './meta.js';

/** How servers are reached, for all connections of a bridge. */
export interface UpstreamSettings {
  readonly dial: Dial;
  /** The revisions that servers are spoken to in. */
  readonly revisions: Revisions;
  readonly report: ErrorListener;
  readonly onLoss: LossListener | undefined;
  readonly ledger: Ledger | undefined;
  readonly connectTimeout: number | undefined;
  /** How the server opened its conversation last, so that it is not found out again. */
  readonly last: { era?: Era };
}

/** The client that a connection is opened for. */
export interface BridgedClient {
  readonly revision: string;
  readonly translator: Translator;
  readonly clientInfo: Implementation;
  /** As it declared them. */
  readonly capabilities: { readonly [name: string]: unknown };
}

/** What a server says, in its own revision. */
export interface UpstreamEvents {
  /** Called with its notifications. */
  notified(method: Method, params: unknown): void;
  /** Called with its questions. */
  asked(method: Method, params: unknown, signal: AbortSignal): Promise<unknown>;
}

/** A connection to the server behind a bridge, for one client. */
export class Upstream {
  readonly session: Session;
  readonly passage: Passage;
  readonly isStateless: boolean;
  /** The changes that a server without sessions tells of. */
  readonly #changes: ChangeStream | undefined;
  /** The level that was set in the session. */
  #level: string | undefined;

  constructor(session: Session, client: BridgedClient, { revisions, report, onLoss }: UpstreamSettings) {
    this.session = session;
    this.isStateless = isStateless(session.revision);
    const { clientInfo } = client;
    const capabilities = client.capabilities as ClientCapabilities;
    const translator = new Translator(revisions.converter(session.revision), { capabilities, clientInfo }, onLoss);
    this.passage = new Passage(client, { revision: session.revision, translator });
    if (!this.isStateless) return;
    this.#changes = new ChangeStream({
      conversation: () => ({ session }),
      followsLists: this.#tellsOfLists,
      onGap: () => undefined,
      report,
    });
  }

  /**
   * Sends a request, and takes its params and its result in the revision of the client.
   *
   * @param meta what else the request says in its `_meta`
   */
  async request(
    method: Method,
    params: unknown,
    context: Pick<HandlerContext, 'signal' | 'meta' | 'progress'>,
    meta?: object,
  ): Promise<object> {
    const converted = this.passage.toServer(method, 'params', params);
    const sent = meta === undefined ? converted : withMeta(converted, meta);
    const { signal } = context;
    const wantsProgress = context.meta?.['progressToken'] !== undefined;
    const options = wantsProgress ? { signal, timeout: 0, onProgress: context.progress } : { signal, timeout: 0 };
    const result = await this.session.request(method, sent, options);
    return this.passage.toClient(method, 'result', result) as object;
  }

  /** What a client is told of the capabilities of the server. Its tasks are for clients of the same revision. */
  capabilitiesFor(revision: string): Capabilities {
    const { capabilities } = this.session.peer;
    const own = this.session.revision === revision ? capabilities : without(capabilities, 'tasks');
    return this.#mayComplete && !this.declares('completions') ? { ...own, completions: {} } : own;
  }

  /** Returns whether the server answers requests of a method, as far as its capabilities say. */
  offers(method: Method): boolean {
    if (method === 'completion/complete') return this.#mayComplete || this.declares('completions');
    return this.declares(method.slice(0, method.indexOf('/')));
  }

  /** In the oldest revision, servers do not say whether they complete. */
  get #mayComplete(): boolean {
    return this.session.revision === '2024-11-05';
  }

  /** Returns whether the server declares a capability: `resources.subscribe`. */
  declares(...path: readonly string[]): boolean {
    let value: unknown = this.session.peer.capabilities;
    for (const name of path) value = (value as { readonly [name: string]: unknown } | undefined)?.[name];
    return value !== undefined && value !== false;
  }

  get #tellsOfLists(): boolean {
    return ['tools', 'prompts', 'resources'].some((name) => this.declares(name, 'listChanged'));
  }

  /** Listens to changes of lists, where the server does not tell of them without being asked. */
  followLists(): void {
    if (this.#tellsOfLists) this.#changes?.start();
  }

  /** Follows the updates of a resource. */
  async follow(uri: string): Promise<void> {
    if (this.#changes === undefined) await this.session.request('resources/subscribe', { uri });
    else await this.#changes.add(uri);
  }

  /** Stops following a resource. */
  async unfollow(uri: string): Promise<void> {
    if (this.#changes === undefined) await this.session.request('resources/unsubscribe', { uri });
    else await this.#changes.remove(uri);
  }

  /** Sets the level of the log messages that a server with sessions sends. */
  async setLevel(level: string): Promise<void> {
    if (this.#level === level || this.isStateless || !this.declares('logging')) return;
    this.#level = level;
    await this.session.request('logging/setLevel', { level });
  }

  /** Takes what a server agreed to tell of. */
  acknowledged(params: unknown): void {
    this.#changes?.acknowledged(params as never);
  }

  close(): Promise<void> {
    this.#changes?.close();
    return this.session.close();
  }
}

/**
 * Connects to the server for one client, with the identity and the capabilities of that client.
 *
 * @param options of the connection
 * @throws what `connectSession` throws.
 */
export async function openUpstream(
  settings: UpstreamSettings,
  client: BridgedClient,
  events: UpstreamEvents,
  options: Pick<ConnectOptions, 'questions'> = {},
): Promise<Upstream> {
  const known: { upstream?: Upstream } = {};
  let resolveOpened!: (opened: Upstream) => void;
  const opened = new Promise<Upstream>((resolve) => (resolveOpened = resolve));
  /** A server may speak before it is known here that the session is open. */
  const whenOpen = (act: (opened: Upstream) => void): void => {
    if (known.upstream === undefined) void opened.then(act);
    else act(known.upstream);
  };
  const { dial, revisions, report, ledger, connectTimeout } = settings;
  const { clientInfo, capabilities } = client;
  const transport = await dial.transport(() =>
    report(new Error('The server behind the bridge had forgotten the session, and opened a new one')),
  );
  const session = await connectSession(transport, {
    clientInfo,
    capabilities,
    revisions: revisions.sources,
    handlers: {
      ...questionHandlers(capabilities, async (method, params, signal) => {
        await opened;
        return events.asked(method, params, signal);
      }),
      ...Object.fromEntries(
        Object.entries(NOTIFICATIONS).map(([name, method]) => [
          name,
          (params: unknown) => whenOpen(() => events.notified(method, withoutSubscriptionId(params))),
        ]),
      ),
      subscriptionsAcknowledged: (params: unknown) => whenOpen((own) => own.acknowledged(params)),
    },
    onError: report,
    ledger,
    era: settings.last.era,
    ...(connectTimeout !== undefined && { initializeTimeout: connectTimeout }),
    ...options,
  });
  const upstream = new Upstream(session, client, settings);
  known.upstream = upstream;
  settings.last.era = upstream.isStateless ? 'stateless' : 'session';
  resolveOpened(upstream);
  return upstream;
}

/** Answers what the client has declared that it answers. */
function questionHandlers(capabilities: BridgedClient['capabilities'], asked: UpstreamEvents['asked']): object {
  const questions = Object.entries(QUESTIONS)
    .filter(([, [, capability]]) => capabilities[capability] !== undefined)
    .map(([name, [method]]) => [name, method] as const);
  const tasks = capabilities['tasks'] === undefined ? [] : Object.entries(TASKS);
  return Object.fromEntries(
    [...questions, ...tasks].map(([name, method]) => [
      name,
      (params: unknown, { signal }: HandlerContext) => asked(method, params, signal),
    ]),
  );
}

/** Returns the log level that a request of a revision without sessions names. */
export function levelOf(meta: HandlerContext['meta']): string | undefined {
  const level = meta?.[MetaKey.LogLevel];
  return typeof level === 'string' ? level : undefined;
}
