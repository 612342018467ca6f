/** The extensions of one server. */

import type { AnyOptionTable } from '@mcp-gen/runtime/options';
import { ErrorCode, JsonRpcError, type Capabilities, type Handler, type Revision } from '@mcp-gen/runtime';
import type { Activity } from '../extension/activity.js';
import type { RegisteredExtension } from '../extension/declaration.js';
import type { Engine } from '../extension/engineOf.js';
import { extensionFailure } from '../extension/failure.js';
import type { ExtensionKey } from '../extension/key.js';
import { handlerName, isEnabled, tableOf } from '../extension/ownEntries.js';
import { settingsOf } from '../extension/declaredSettings.js';
import type { ConnectedClient } from './connectedClient.js';
import { NotExpressibleError } from '../conversions/index.js';
import { withoutNewest } from '../conversions/results.js';
import { isStateless } from '../era.js';
import type { ClientRequestMethod } from '../registry.js';
import { ASK_OPTIONS } from './asking.js';
import { merged } from './capabilities.js';
import type { Context } from './context.js';
import type { ExtensionClient, ServedConnection } from './extensionClient.js';
import type { ExtensionServer, ListenHook } from './extensionServer.js';
import type { ExtensionTools, ServerToolHooks } from './extensionTools.js';
import type { IncomingRequest, Middleware } from './middleware.js';
import { notRegistered, type ExtensionsOfServer, type ServerExtensionsOptions } from './noExtensions.js';
import { ExtensionQuestions } from './extensionQuestions.js';
import type { ServerQuestionHooks } from './questionHooks.js';
import type { Question } from './questions.js';
import type { Responder } from './responder.js';

type AnyHandler = (params: unknown, context: Context, client: AnyClient | undefined) => unknown;
type AnyClient = ExtensionClient<never, never>;
type OwnCapabilities = (revision: string) => Capabilities;
type Setup = (server: object, extension: ExtensionServer<never>) => unknown;
type OnClient = (client: ConnectedClient, extension: AnyClient) => void | Promise<void>;

/** The extensions of one server: their messages, hooks, and values. */
export class ServerExtensions implements ExtensionsOfServer {
  readonly #all: readonly RegisteredExtension[];
  /** Those with something to offer. */
  readonly #enabled: readonly RegisteredExtension[];
  readonly #engine: Engine;
  readonly #activity: Activity;
  readonly #options: ServerExtensionsOptions;
  readonly #values = new Map<string, unknown>();
  readonly questions: ExtensionQuestions | undefined;
  #isStarted = false;

  /**
   * @param engine brought by the extensions
   * @throws {TypeError} if an extension is invalid, or conflicts with another one, or needs what is missing.
   */
  constructor(engine: Engine, extensions: readonly unknown[], options: ServerExtensionsOptions) {
    this.#options = options;
    const { revisions } = options;
    this.#engine = engine;
    this.#all = engine.check(extensions, { what: 'the server', side: 'server', revisions });
    this.#enabled = this.#all.filter(isEnabled);
    this.#activity = engine.activity(this.#enabled, revisions);
    const hooks = this.#enabled.flatMap(({ id, server }) =>
      server?.questions ? [{ id, ...(server.questions as ServerQuestionHooks) }] : [],
    );
    this.questions = hooks.length === 0 ? undefined : new ExtensionQuestions(hooks, ASK_OPTIONS);
  }

  ordered(given: readonly (Middleware | ExtensionKey)[]): readonly Middleware[] {
    const activity = this.#activity;
    const own = this.#all.map((extension) => {
      const middleware = (extension.server?.middleware ?? []) as readonly Middleware[];
      return {
        id: extension.id,
        middleware: activity.limited(extension, middleware, ({ context }) => context.revision),
      };
    });
    return this.#engine.order<Middleware>(given, own, 'middleware', 'the server');
  }

  get all(): readonly RegisteredExtension[] {
    return this.#all;
  }

  serving(connection: ServedConnection): void {
    for (const { id, server } of this.#enabled) {
      try {
        (server?.onServe as ((connection: ServedConnection) => void) | undefined)?.(connection);
      } catch (cause) {
        throw extensionFailure(id, 'onServe', cause);
      }
    }
  }

  get ids(): readonly string[] {
    return this.#all.map(({ id }) => id);
  }

  tools(usual: AnyOptionTable): ExtensionTools | undefined {
    const hooks = this.#enabled.flatMap(({ id, server }) =>
      server?.tools ? [{ id, ...(server.tools as ServerToolHooks) }] : [],
    );
    return hooks.length === 0 ? undefined : this.#engine.tools(hooks, usual);
  }

  get listenHooks(): readonly ListenHook[] {
    return this.#enabled.flatMap(({ server }) => (server?.listen as ListenHook | undefined) ?? []);
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    for (const each of this.#enabled) void this.#attempt(each, 'onStart', () => each.server?.onStart?.());
  }

  extend(revision: Revision): Revision {
    return this.#engine.extend(revision, this.#enabled);
  }

  setUp(server: object): void {
    const shared = this.#shared();
    for (const extension of this.#all) {
      const own: ExtensionServer<never> = {
        ...shared,
        notifyAll: (method, params) => {
          for (const client of this.#options.clients()) {
            this.of(client, extension)?.notify(method, params).catch(this.#options.report);
          }
        },
      };
      this.#values.set(extension.id, (extension.server?.setup as Setup | undefined)?.(server, own));
    }
  }

  /** Returns what all extensions can use of the server. */
  #shared(): Omit<ExtensionServer<never>, 'notifyAll'> {
    const { report, server } = this.#options;
    return {
      ...server,
      report,
      resultOf: (method, result, context, params) => this.#resultOf(method, result, context, params),
      errorOf: (error, context) => {
        const known = (context && this.#options.toolError(error, context)) ?? error;
        if (known instanceof JsonRpcError) return known;
        report(error);
        const message = error instanceof NotExpressibleError ? error.message : 'Internal error';
        return new JsonRpcError(ErrorCode.InternalError, message);
      },
    };
  }

  #resultOf(method: string, result: object, context: Context, params: object | undefined): object {
    const { revision } = context;
    const entry = this.#options.server.revision(revision)?.server.requests[method];
    const whole = isStateless(revision) ? { resultType: 'complete', ...result } : withoutNewest(result);
    if (entry === undefined || entry.result(whole)) return whole;
    const { translator } = this.#options.clientStateOf(context);
    const converted = translator.toRevision(method as ClientRequestMethod, 'result', whole, params);
    if (entry.result(converted)) return converted as object;
    throw new TypeError(`The result of ${method} is invalid in revision ${revision}`);
  }

  valueOf({ id }: ExtensionKey): unknown {
    return this.#values.has(id) ? this.#values.get(id) : notRegistered({ id });
  }

  checkCapabilities(hasCapability: (path: string) => boolean): void {
    for (const { id, declaration } of this.#enabled) {
      const missing = declaration.requires?.serverCapabilities?.find((path) => !hasCapability(path));
      if (missing === undefined) continue;
      throw new TypeError(`The extension ${id} needs the capability ${missing}, which the server does not declare`);
    }
  }

  capabilities({ id: revision, era }: Pick<Revision, 'id' | 'era'>): Capabilities {
    const extensions = Object.fromEntries(
      this.#all
        .filter((each) => this.#activity.hasMessages(each, revision))
        .map(({ id, server }) => [id, server?.settings ?? {}]),
    );
    let declared: Capabilities = {};
    for (const { server } of this.#enabled) {
      if (server?.capabilities !== undefined)
        declared = merged(declared, (server.capabilities as OwnCapabilities)(revision));
    }
    if (Object.keys(extensions).length === 0) return declared;
    return merged(declared, era === 'stateless' ? { extensions } : { extensions, experimental: extensions });
  }

  handlers(responder: Responder): { readonly [name: string]: Handler } {
    const handlers: { [name: string]: Handler } = {};
    for (const extension of this.#enabled) {
      for (const method of Object.keys(extension.server?.requests ?? {})) {
        if (requestHandlerOf(extension, method) === undefined) continue;
        handlers[handlerName(method)] = (params, runtime) =>
          responder.respondUnconverted(method, params ?? {}, runtime);
      }
      for (const method of Object.keys(tableOf(extension, 'server').notifications)) {
        const own = extension.server?.notifications as
          | { readonly [method: string]: AnyHandler | undefined }
          | undefined;
        const handle = own?.[method];
        const call =
          handle && ((params: unknown, context: Context) => handle(params, context, this.of(context, extension)));
        handlers[handlerName(method)] = (params, runtime) => responder.notified(method, params, runtime, call);
      }
    }
    return handlers;
  }

  answer({ method, params, context }: IncomingRequest): object | Promise<object> | undefined {
    const extension = this.#all.find((each) => Object.hasOwn(tableOf(each, 'server').requests, method));
    if (extension === undefined || !this.#activity.hasMessages(extension, context.revision)) return undefined;
    const handle = requestHandlerOf(extension, method);
    if (handle === undefined) throw new JsonRpcError(ErrorCode.MethodNotFound, `Method not found: ${method}`);
    return handle(params, context, this.of(context, extension)) as object | Promise<object>;
  }

  opened(client: ConnectedClient): void {
    for (const extension of this.#enabled) {
      const { onClient } = extension.server ?? {};
      const own = onClient && this.of(client, extension);
      if (onClient === undefined || own === undefined) continue;
      void this.#attempt(extension, 'onClient', () => (onClient as OnClient)(client, own));
    }
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#enabled.map((each) => this.#attempt(each, 'onClose', async () => each.server?.onClose?.())),
    );
  }

  of(client: Context | ConnectedClient, { id }: ExtensionKey): AnyClient | undefined {
    const extension = this.#all.find((each) => each.id === id);
    if (extension === undefined) return notRegistered({ id });
    const { revision } = client;
    const { capabilities } = 'client' in client ? client.client : client.info;
    const settings = settingsOf(capabilities, extension, revision);
    if (settings === undefined || !this.#activity.includes(extension, revision)) return undefined;
    return {
      settings,
      ask: async (key, method, params, options) => {
        if (!('client' in client)) throw new TypeError(`${method} can be asked in a handler of a request only`);
        return (await client.ask(key, questionOf(method, params), options)) as never;
      },
      notify: (method, params) => this.#notify(client, method, params),
    };
  }

  #notify(client: Context | ConnectedClient, method: string, params: unknown): Promise<void> {
    const { notify, server } = this.#options;
    if (!('client' in client)) return notify(client, method, params);
    return server.through(client, 'notification', method, params, (given) =>
      server.requestOf(client).notify(method, given),
    ) as Promise<void>;
  }

  async #attempt({ id }: RegisteredExtension, hook: string, act: () => void | Promise<void>): Promise<void> {
    try {
      await act();
    } catch (cause) {
      this.#options.report(extensionFailure(id, hook, cause));
    }
  }
}

function requestHandlerOf({ server }: RegisteredExtension, method: string): AnyHandler | undefined {
  return (server?.requests as { readonly [method: string]: AnyHandler | undefined } | undefined)?.[method];
}

function questionOf(method: string, params: unknown): Question<unknown> {
  return {
    method,
    params: () => params as object | undefined,
    // Whether the client has declared the extension is known here.
    needs: undefined,
    read: (result) => result,
  };
}
