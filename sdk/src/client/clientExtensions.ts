/** The extensions of one client. */

import type { Tool } from '@mcp-gen/protocol/author';
import {
  ErrorCode,
  JsonRpcError,
  type Capabilities,
  type ErrorListener,
  type Handler,
  type HandlerContext,
  type RequestOptions,
  type Revision,
} from '@mcp-gen/runtime';
import type { Guard } from '@mcp-gen/runtime/codegen/v1';
import type { Activity } from '../extension/activity.js';
import type { Extension, RegisteredExtension } from '../extension/declaration.js';
import type { Engine } from '../extension/engineOf.js';
import { extensionFailure } from '../extension/failure.js';
import type { ExtensionKey } from '../extension/key.js';
import { handlerName, tableOf } from '../extension/ownEntries.js';
import { isPartOf, settingsOf } from '../extension/declaredSettings.js';
import { isStateless } from '../era.js';
import { REQUESTS } from '../registry.js';
import { merged } from '../server/capabilities.js';
import type { ClientMiddleware, MiddlewareStack } from './clientMiddleware.js';
import type { ExtensionPeer } from './extensionPeer.js';
import { ExtensionStreams } from './extensionStreams.js';
import { deliverThrough, messageOf } from './clientMessage.js';
import {
  combineLaunchSettings,
  type CombinedSettings,
  type LaunchContribution,
  type LaunchSettings,
} from './launchSettings.js';
import {
  notConnected,
  type ExtendedClient,
  type ExtensionAccess,
  type ExtensionsOfClient,
} from './noClientExtensions.js';
import { combineWrappers, ofExtension, type FetchWrapper } from './wrappedFetch.js';
import type { ProtocolAnswers } from './protocolAnswers.js';
import { sanitizePeer } from './peerSession.js';
import { rateLimited } from './rateLimits.js';
import type { AnswerContext } from './answering.js';

type AnyAnswer = (params: unknown, context: AnswerContext) => unknown;
type Setup = (client: ExtendedClient, extension: ExtensionPeer<never, never, never>) => unknown;
type AnyListener = (params: unknown) => unknown;

/** The extensions of one client: their messages, hooks, and values. */
export class ClientExtensions implements ExtensionsOfClient {
  readonly #engine: Engine;
  readonly #all: readonly RegisteredExtension[];
  readonly #activity: Activity;
  readonly #report: ErrorListener;
  /** What they add to how the client answers requests of the protocol, outermost first. */
  #protocol: readonly ProtocolAnswers[] = [];
  readonly streams = new ExtensionStreams();
  readonly #values = new Map<string, unknown>();
  /** The listeners of extensions for the server of this client, by method. */
  readonly #listeners = new Map<string, Set<AnyListener>>();

  /**
   * @param engine what the extensions have brought
   * @throws {TypeError} if an extension is invalid, or conflicts with another one, or needs what is missing.
   */
  constructor(engine: Engine, extensions: readonly unknown[], revisions: readonly string[], report: ErrorListener) {
    this.#report = report;
    this.#engine = engine;
    this.#all = engine.check(extensions, { what: 'connect', side: 'client', revisions });
    this.#activity = engine.activity(this.#all, revisions);
  }

  get ids(): readonly string[] {
    return this.#all.map(({ id }) => id);
  }

  extend(revision: Revision): Revision {
    return this.#engine.extend(revision, this.#all);
  }

  ordered(given: readonly (ClientMiddleware | ExtensionKey)[]): readonly ClientMiddleware[] {
    const activity = this.#activity;
    const own = this.#all.map((extension) => {
      const middleware = (extension.client?.middleware ?? []) as readonly ClientMiddleware[];
      return { id: extension.id, middleware: activity.limited(extension, middleware, ({ revision }) => revision) };
    });
    return this.#engine.order<ClientMiddleware>(given, own, 'middleware', 'connect');
  }

  wrapFetch(given: readonly (FetchWrapper | ExtensionKey)[]): FetchWrapper | undefined {
    const own = this.#all.map(({ id, client }) => ({
      id,
      middleware: client?.wrapFetch === undefined ? [] : [ofExtension(id, client.wrapFetch as FetchWrapper)],
    }));
    return combineWrappers(this.#engine.order<FetchWrapper>(given, own, 'wrapFetch', 'connect'));
  }

  launch(env: LaunchSettings['env']): CombinedSettings {
    const own = this.#all.map(({ id, client }): LaunchContribution => ({
      from: `the extension ${id}`,
      ...client?.launch,
    }));
    return combineLaunchSettings([{ from: 'the option env', env }, ...own]);
  }

  offersTool(tool: Tool): boolean {
    return this.#all.every(
      ({ client }) => (client?.offersTool as ((given: object) => boolean) | undefined)?.(tool) !== false,
    );
  }

  checkCapabilities(declares: (path: string) => boolean): void {
    for (const { id, declaration } of this.#all) {
      const missing = declaration.requires?.clientCapabilities?.find((path) => !declares(path));
      if (missing === undefined) continue;
      throw new TypeError(`The extension ${id} needs the capability ${missing}, which the client does not declare`);
    }
  }

  addTo(answered: ReadonlySet<string>): void {
    const owners = new Map<string, string>(Array.from(answered, (method) => [method, 'the options of connect']));
    this.#protocol = this.#all.flatMap(({ id, client }) => {
      const own = (client?.protocol as ((methods: ReadonlySet<string>) => ProtocolAnswers | undefined) | undefined)?.(
        answered,
      );
      const owner = `the extension ${id}`;
      for (const method of Object.keys(own?.requests ?? {})) {
        const { sender } = (Object.hasOwn(REQUESTS, method) ? REQUESTS[method] : undefined) ?? {};
        if (sender === undefined || sender === 'client') {
          throw new TypeError(`The client of ${owner} answers ${method}, which is not a request that servers send`);
        }
        const other = owners.get(method);
        if (other !== undefined) throw new TypeError(`Both ${other} and ${owner} answer ${method}`);
        owners.set(method, owner);
      }
      return own ?? [];
    });
  }

  get wrap(): ProtocolAnswers['answer'] {
    return this.#protocol
      .flatMap(({ answer }) => answer ?? [])
      .reduceRight<ProtocolAnswers['answer']>((inner, outer) => {
        if (inner === undefined) return outer;
        return (request, next) => outer(request, async (given) => inner(given, next));
      }, undefined);
  }

  capabilities(revision: string): Capabilities {
    const active = this.#all.filter((each) => this.#activity.hasMessages(each, revision));
    const settings = Object.fromEntries(active.map(({ id, client }) => [id, client?.settings ?? {}]));
    const own = this.#protocol.map(({ capabilities }) => capabilities?.(revision) ?? {});
    return own.reduce<Capabilities>(
      (all, more) => merged(all, more),
      active.length > 0 ? { extensions: settings } : {},
    );
  }

  otherResults(revision: string): { readonly [method: string]: Guard } | undefined {
    const guards: { [method: string]: Guard } = {};
    for (const extension of this.#all) {
      if (!this.#activity.includes(extension, revision)) continue;
      for (const [method, guard] of Object.entries(resultsIn(extension, revision))) {
        const other = guards[method];
        guards[method] = other === undefined ? guard : (value) => other(value) || guard(value);
      }
    }
    return Object.keys(guards).length > 0 ? guards : undefined;
  }

  handlers(middleware: MiddlewareStack): { readonly [name: string]: Handler } {
    const handlers: { [name: string]: Handler } = {};
    for (const { requests } of this.#protocol) {
      for (const [method, answer] of Object.entries(requests ?? {})) {
        handlers[REQUESTS[method]?.name as string] = answering(method, answer as AnyAnswer, middleware);
      }
    }
    for (const extension of this.#all) {
      const { requests, notifications } = extension.client ?? {};
      for (const [method, answer] of Object.entries(
        (requests ?? {}) as { readonly [method: string]: AnyAnswer | undefined },
      )) {
        if (answer !== undefined) handlers[handlerName(method)] = answering(method, answer, middleware);
      }
      const listeners = (notifications ?? {}) as { readonly [method: string]: AnyListener | undefined };
      for (const method of Object.keys(tableOf(extension, 'client').notifications)) {
        handlers[handlerName(method)] = this.#listening(extension, method, listeners[method], middleware);
      }
    }
    return handlers;
  }

  setUp(client: ExtendedClient, access: ExtensionAccess): void {
    for (const extension of this.#all) this.valueOf(extension, client, access);
  }

  valueOf(key: ExtensionKey, client: ExtendedClient, access: ExtensionAccess): unknown {
    const { id } = key;
    const extension = this.#all.find((each) => each.id === id) ?? notConnected(key);
    const settings = settingsOf(client.server.capabilities, extension, client.revision);
    if (settings === undefined || !this.#activity.includes(extension, client.revision)) return undefined;
    if (this.#values.has(id)) return this.#values.get(id);
    const peer = peerOf(extension, client, access, (method, listener) => this.#listen(extension, method, listener));
    const value = extension.client?.setup === undefined ? peer : (extension.client.setup as Setup)(client, peer);
    this.#values.set(id, value);
    return value;
  }

  close(): void {
    for (const extension of this.#all) {
      void this.#attempt(extension, 'onClose', async () => extension.client?.onClose?.());
    }
  }

  #listen(extension: Extension, method: string, listener: AnyListener): () => void {
    if (!Object.hasOwn(tableOf(extension, 'client').notifications, method)) {
      throw new TypeError(`The extension ${extension.id} has no notification ${method} of servers`);
    }
    const listeners = this.#listeners.get(method) ?? new Set();
    // A function that listens twice is called twice, until both have been removed.
    const own: AnyListener = (params) => listener(params);
    this.#listeners.set(method, listeners.add(own));
    return () => void listeners.delete(own);
  }

  #listening(
    extension: RegisteredExtension,
    method: string,
    listener: AnyListener | undefined,
    middleware: MiddlewareStack,
  ): Handler {
    const call = (params: unknown): void => {
      for (const each of [listener, ...(this.#listeners.get(method) ?? [])]) {
        void this.#attempt(extension, `the listener of ${method}`, async () => void (await each?.(params)));
      }
    };
    const deliver = rateLimited(call, `messages ${method}`, this.#report);
    return (params, runtime) => deliverThrough(middleware, method, params, runtime, deliver);
  }

  async #attempt({ id }: RegisteredExtension, where: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (cause) {
      this.#report(extensionFailure(id, where, cause));
    }
  }
}

/** Returns the results that an extension adds to requests in a revision, by method. */
function resultsIn({ declaration }: Extension, revision: string): { readonly [method: string]: Guard } {
  const { inProtocol, results = {} } = declaration;
  if (isPartOf(declaration, revision)) return inProtocol?.results ?? {};
  if (!isStateless(revision)) return {};
  return Object.fromEntries(Object.entries(results).map(([method, { guard }]) => [method, guard]));
}

/** Returns a handler of a request that needs no conversion, which runs the middleware. */
function answering(method: string, answer: AnyAnswer, middleware: MiddlewareStack): Handler {
  return async (params: unknown, runtime: HandlerContext) => {
    const { revision, peer, signal } = runtime;
    const context = { server: sanitizePeer(peer), revision, signal };
    if (middleware.isEmpty) return answer(params, context);
    return middleware.run(
      messageOf('request', method, params, runtime),
      async (message) => (await answer(message.params, context)) as object,
    );
  };
}

function peerOf(
  extension: RegisteredExtension,
  client: ExtendedClient,
  access: ExtensionAccess,
  onNotification: (method: string, listener: AnyListener) => () => void,
): ExtensionPeer<never, never, never> {
  const { requests } = tableOf(extension, 'server');
  return {
    ...access,
    // The server may have been replaced.
    get settings() {
      return settingsOf(client.server.capabilities, extension, client.revision) ?? {};
    },
    request: async (method: string, params: unknown, options?: RequestOptions) => {
      const entry = Object.hasOwn(requests, method) ? requests[method] : undefined;
      if (entry === undefined) throw new TypeError(`The extension ${extension.id} has no request ${method}`);
      if (settingsOf(client.server.capabilities, extension, client.revision) === undefined) {
        const message = `${method} needs the extension ${extension.id}, which the server has not declared`;
        throw new JsonRpcError(ErrorCode.MethodNotFound, message);
      }
      return (await access.request(method, params, options, entry).catch((error: unknown) => {
        if (!(error instanceof JsonRpcError) || error.code !== ErrorCode.MethodNotFound) throw error;
        const message = `The server declares the extension ${extension.id}, and does not answer ${method}: ${error.message}`;
        throw new JsonRpcError(error.code, message, error.data, { cause: error });
      })) as never;
    },
    onNotification: onNotification as ExtensionPeer<never, never, never>['onNotification'],
  };
}
