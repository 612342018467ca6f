import type { ServerCapabilities } from '@mcp-gen/protocol/author';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { declares, type Capabilities } from '@mcp-gen/runtime';
import { announcedMethods, listMethods, listsOf } from '../filteredChanges.js';
import { apiFor } from '../apiFor.js';
import { hasOwnFacts, NOTIFICATIONS, REQUESTS, type AnnouncedNotification, type ListChanged } from '../registry.js';
import { merged } from './capabilities.js';
import { withCacheHint, type CacheOptions } from './caching.js';
import type { ListenHook } from './extensionServer.js';
import type { Feature, FeatureHost, MethodHandlers } from './feature.js';
import { listeningOf, type Listening, type ListeningParts } from './listening.js';
import { LogLevels } from './logLevels.js';
import { FEATURES, type FeatureName } from './serverOptions.js';
import { adviceOn, otherFeatures, type OtherFeatures } from './otherFeatures.js';
import { ProtocolMethods } from './protocolMethods.js';
import { Tools } from './tools.js';

/** Options of {@link Offers}. */
export interface OffersOptions extends Omit<FeatureHost, 'listChanged' | 'checkCompletions'> {
  /** Features to declare even if they have no entries when the server starts. */
  readonly features: readonly FeatureName[];
  /** Notifies all clients that follow a notification. */
  readonly announce: (method: AnnouncedNotification, params?: object) => void;
  /** Capabilities that the application declares. */
  readonly declared: ServerCapabilities | undefined;
  /** Adds a client that listens for changes. Returns a function that removes it. */
  readonly listen: ListeningParts['add'];
  readonly report: (error: unknown) => void;
  /** What extensions add to streams of changes. */
  readonly listenHooks: readonly ListenHook[];
  /** Cache options of lists. */
  readonly cache: CacheOptions;
}

/** Everything that a server offers: tools, resources, and prompts, with the resulting methods and capabilities. */
export class Offers {
  readonly tools: Tools;
  readonly resources: OtherFeatures['resources'];
  readonly prompts: OtherFeatures['prompts'];
  readonly completions: OtherFeatures['completions'];
  /** Handlers for every method of every feature, whether or not the server offers it, in the unified types. */
  readonly handlers: MethodHandlers;
  /** Handlers of the application for other methods. */
  readonly others: ProtocolMethods;
  readonly #logLevels = new LogLevels();
  readonly #listening: readonly Listening[];
  readonly #cache: CacheOptions;
  readonly #named: readonly FeatureName[];
  readonly #announce: OffersOptions['announce'];
  readonly #declared: ServerCapabilities | undefined;
  readonly #changed = new Set<ListChanged>();
  #offered: readonly FeatureName[] | undefined;

  constructor({ features, announce, declared, listen, report, listenHooks, cache, ...options }: OffersOptions) {
    this.#named = features;
    this.#cache = cache;
    this.#announce = announce;
    this.#declared = declared;
    const host = {
      ...options,
      report,
      checkCompletions: () => this.check('completions'),
      listChanged: (method: ListChanged) => this.#listChanged(method),
    };
    this.tools = new Tools(host);
    const { resources, prompts, completions } = otherFeatures(host, features);
    this.resources = resources;
    this.prompts = prompts;
    this.completions = completions;
    const listening = listeningOf({
      extensions: listenHooks,
      add: listen,
      declares: (method) => this.declares(method),
      find: (uri, context) => this.resources.find(uri, context),
      isRefused: (href, context) => this.resources.isRefused(href, context),
      report,
    });
    this.#listening = listening === undefined ? [] : [listening];
    const all = [this.tools, this.resources, this.prompts, this.completions, this.#logLevels, ...this.#listening];
    // Without a prototype, so that a method cannot be the name of a property of every object.
    const none = Object.create(null) as object;
    this.handlers = Object.assign(none, ...all.map(({ handlers }) => handlers)) as MethodHandlers;
    this.others = new ProtocolMethods((method) => {
      if (method === Method.serverDiscover) return 'the server answers it itself';
      const feature = all.find(({ handlers }) => hasOwnFacts(handlers, method));
      return feature === undefined ? adviceOn(REQUESTS[method]?.capability) : feature.advice;
    });
  }

  /** The methods that the server handles. The first read fixes the features of the server. */
  get methods(): ReadonlySet<string> {
    return new Set([...this.#features().flatMap(({ handlers }) => Object.keys(handlers)), ...this.others.methods]);
  }

  /** The capabilities to declare in addition to those of the methods. */
  get capabilities(): Capabilities {
    return Object.assign({}, ...this.#features().map((feature) => feature.capabilities)) as Capabilities;
  }

  /** Adds cache hints to a result: how long it stays fresh, and who may share it. */
  cacheable(method: string, result: object): object {
    const feature = [this.tools, this.prompts, this.resources].find(({ handlers }) => hasOwnFacts(handlers, method));
    return withCacheHint(method, result, this.#cache, feature?.isShared);
  }

  /** Returns whether the server has declared what a notification is about: a list that can change, or a capability. */
  declares(method: AnnouncedNotification): boolean {
    if (this.#offered === undefined) return false;
    if (listMethods().has(method)) {
      return this.others.declares(method) || this.#offered.some((name) => announces(this[name], method));
    }
    const capability = NOTIFICATIONS[method]?.capability;
    if (capability === undefined || this.others.needs(capability)) return true;
    return declares(merged(this.capabilities, this.#declared), capability);
  }

  /**
   * Checks that entries of a feature may be registered. A server declares its features when a session opens, and cannot add one later.
   *
   * @throws {TypeError} if the server was started without the feature.
   */
  check(name: FeatureName): void {
    if (this.#offered === undefined || this.#offered.includes(name)) return;
    throw new TypeError(
      `The server was started without ${name}, so clients do not expect them. Declare the feature: new Server(info, { features: ['${name}'] })`,
    );
  }

  /**
   * Notifies all clients that a list has changed.
   *
   * @throws {TypeError} if it is not a list whose changes are announced, or the server was started without it.
   */
  changed(list: string): void {
    this.#listChanged(this.#changesOf(list));
  }

  /** Returns the notification of changes of a list. */
  #changesOf(list: string): ListChanged {
    const { changes } = (hasOwnFacts(REQUESTS, list) ? REQUESTS[list] : undefined) ?? {};
    if (changes === undefined || !listMethods().has(changes)) {
      throw new TypeError(`${JSON.stringify(list)} is not a list whose changes servers announce`);
    }
    if (this.#offered !== undefined && !this.declares(changes as ListChanged)) {
      const feature = FEATURES.find((name) => hasOwnFacts(this[name].handlers, list));
      const remedy =
        feature === undefined
          ? `Register its handler before that: server.method('${list}', handler)`
          : `Declare the feature: new Server(info, { features: ['${feature}'] })`;
      throw new TypeError(`The server was started without ${list}, so clients do not expect its changes. ${remedy}`);
    }
    return changes as ListChanged;
  }

  /**
   * Notifies all clients that follow a notification. Changes of lists without params are announced once in a turn of the event loop.
   *
   * @throws {TypeError} if clients cannot follow it, or the server has not declared its capability.
   */
  notify(method: string, params: object): void {
    if (!announcedMethods().has(method)) {
      throw new TypeError(`${JSON.stringify(method)} is not a notification that clients follow${apiFor(method)}`);
    }
    const [list] = listsOf(method);
    if (list !== undefined) {
      const changes = this.#changesOf(list);
      if (Object.keys(params).length === 0) return this.#listChanged(changes);
    }
    // Before the server is started, no client follows anything.
    if (this.#offered === undefined) return;
    if (!this.declares(method as AnnouncedNotification)) {
      const capability = NOTIFICATIONS[method]?.capability;
      throw new TypeError(
        `The server has not declared ${capability}, so clients do not expect ${method}. Declare it: new Server(info, { capabilities: ... })`,
      );
    }
    this.#announce(method as AnnouncedNotification, params);
  }

  #features(): readonly Feature[] {
    this.#offered ??= [
      ...new Set([
        ...this.#named,
        // A method that declares the capability of a feature declares its lists, too: they may be empty.
        ...FEATURES.filter((name) => !this[name].isEmpty || this.others.needs(name)),
      ]),
    ];
    return [...this.#offered.map((name) => this[name]), this.#logLevels, ...this.#listening];
  }

  /** Several changes in one turn of the event loop are announced once. Registrations before the server is started are not changes. */
  #listChanged(method: ListChanged): void {
    if (this.#offered === undefined) return;
    if (this.#changed.size === 0) {
      queueMicrotask(() => {
        const changed = [...this.#changed];
        // Cleared first: a listener of the change bus may change a list again.
        this.#changed.clear();
        for (const method of changed) this.#announce(method);
      });
    }
    this.#changed.add(method);
  }
}

/** Returns whether a feature has a list whose changes a notification announces. */
function announces({ handlers }: Feature, notification: string): boolean {
  return Object.keys(handlers).some((method) => REQUESTS[method]?.changes === notification);
}
