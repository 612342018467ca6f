import { orInfinity, settlesWithin } from '@mcp-gen/runtime';
import type { CompleteRequestParams, GetPromptResult, ReadResourceResult } from '@mcp-gen/protocol/author';
import { toolsCall } from '@mcp-gen/protocol/registry/methods';
import type { RequestOptions } from '@mcp-gen/runtime';
import { requestOptions, type RequiredUrlsOptions } from '../client/callOptions.js';
import type { KnownArguments, Completion } from '../client/completer.js';
import type { ClientMethod, ClientRequestParams } from '../client/clientMethods.js';
import { placeOf, type RootInput } from '../client/roots.js';
import type { Subscription } from '../client/subscription.js';
import { plainResult, type ToolResult } from '../client/toolResult.js';
import type { ExtensionInClient } from '../client/extensionPeer.js';
import type { ExtensionKey, ExtensionTypes } from '../extension/key.js';
import { sanitize } from '../guard/index.js';
import { writeLog } from '../logger.js';
import { CallLog } from './audit.js';
import type { Shared } from './clientOptions.js';
import { readServers } from './config.js';
import { Consents, toolQuestion } from './consent.js';
import { ConsentDeniedError } from './hostErrors.js';
import type { HostEvent } from './events.js';
import type { AllowedCall, ExtensionInHost } from './hostSide.js';
import { HostExtensions } from './hostExtensions.js';
import { guarded, logEvent, reporter } from './listeners.js';
import { manage } from './manage.js';
import type { ServerState } from './managedServer.js';
import type {
  CompletionTarget,
  HostPrompt,
  HostResource,
  HostResourceTemplate,
  HostTool,
  OfferName,
  Offers,
  ResourceTarget,
  ServerResource,
} from './hostOffers.js';
import { checkHostOptions, HOST_OPTIONS, type HostOptions } from './hostOptions.js';
import { Servers } from './servers.js';
import { redactForRecord } from './consentValue.js';
import type { UnifiedNotifications, UnifiedRequests } from '../unified.js';

/**
 * An application that uses many servers (specification: Architecture): it starts and monitors servers, combines their tools, resources, and
 * prompts under unique names, and controls their access to the user.
 *
 * Each server has a separate client. A server receives only the arguments of allowed calls and the answers to its requests. It receives
 * neither data of other servers nor the conversation.
 *
 * @example
 * ```ts
 * import { Host, readConfig, type ConsentQuestion } from '@mcp-gen/sdk/host';
 *
 * declare function askTheUser(question: ConsentQuestion): Promise<boolean>; // the application's dialog
 *
 * const host = new Host({ servers: await readConfig('mcp.json'), consent: askTheUser });
 * await host.start();
 * for (const tool of await host.tools()) console.log(tool.name); // weather__forecast
 * const { text } = await host.callTool('weather__forecast', { city: 'Oslo' });
 * console.log(text);
 * await host.close();
 * ```
 */
export class Host implements AsyncDisposable {
  readonly #shared: Shared;
  readonly #servers: Servers;
  readonly #calls: CallLog;
  readonly #extensions: HostExtensions;
  #roots: readonly RootInput[] | undefined;
  #closing: Promise<void> | undefined;

  /**
   * Does not start servers yet.
   *
   * @throws {ConfigError} if the configuration of a server is invalid, with the location and the expected value.
   * @throws {TypeError} if an option is unknown, a trusted server is not configured, or a root is neither a path nor a `file:` URL.
   */
  constructor(options: HostOptions) {
    checkHostOptions(options);
    const targets = readServers(options.servers, 'servers');
    const named = { trusted: options.trusted ?? [], tools: Object.keys(options.tools ?? {}) };
    for (const [option, names] of Object.entries(named)) {
      const unknown = names.find((name) => !Object.hasOwn(options.servers, name));
      if (unknown === undefined) continue;
      throw new TypeError(
        `Unknown server ${JSON.stringify(unknown)} in the option "${option}" for the host. Configured servers: ${[...targets.keys()].join(', ')}`,
      );
    }
    options.roots?.forEach(placeOf);
    this.#roots = options.roots;
    const report = reporter(options);
    const listen = guarded(options.onEvent, report);
    const { logger } = options;
    const emit = (event: HostEvent): void => {
      if (logger !== undefined) logEvent(logger, event);
      listen(event);
    };
    this.#shared = { options, emit, consents: new Consents(options.consent, report) };
    this.#calls = new CallLog(
      (call) => emit({ type: 'call', call }),
      async (record) => {
        emit({ type: 'result', record });
        await options.audit?.(record);
      },
      report,
    );
    const roots = (): readonly RootInput[] | undefined => this.#roots;
    this.#servers = new Servers([...targets].map(([name, target]) => manage(name, target, this.#shared, roots)));
    this.#extensions = new HostExtensions(options, {
      client: (server) => this.#servers.get(server).client,
      tools: async (server) => (await this.#servers.get(server).offers?.usableTools()) ?? [],
      call: async (name, args, send, signal) => this.#call('usable', name, args, send, signal),
    });
  }

  /** The current state of the servers, in the order of the configuration. */
  get servers(): readonly ServerState[] {
    return this.#servers.states;
  }

  /**
   * Starts all servers. Resolves when the first attempt of each has succeeded or failed, and after `startTimeout` at the latest. `servers`
   * has the state of each, with errors. Slower servers become available later, with an event. Never rejects because of a server.
   *
   * @throws {Error} if the host has been closed.
   */
  async start(): Promise<void> {
    this.#mustBeOpen();
    const { startTimeout = HOST_OPTIONS.startTimeout.default, logger } = this.#shared.options;
    const started = Promise.all(this.#servers.all.map((server) => server.start()));
    if (await settlesWithin(orInfinity(startTimeout), started)) return;
    const slow = this.servers.filter(({ status }) => status === 'starting').map(({ name }) => name);
    writeLog(logger, 'warn', `Still starting after ${startTimeout} ms: ${slow.join(', ')}`);
  }

  /**
   * Restarts a server, or starts it if it is stopped.
   *
   * @throws {TypeError} if the server is unknown.
   * @throws {Error} if the host has been closed.
   */
  async restart(name: string): Promise<void> {
    const server = this.#servers.get(name);
    await server.stop();
    this.#mustBeOpen();
    await server.start();
  }

  /**
   * Allows the user to log in to a server; logins never start otherwise. If the server is not running, it is started, and the login has
   * ended when this resolves. If it is running, the next request that requires a login starts it: repeat the rejected request.
   *
   * @throws {TypeError} if the server is unknown, or the option `auth` has no credentials for it.
   * @throws {ServerNotRunningError} if the server is not running afterwards, with the error in its state.
   * @throws {Error} if the host has been closed.
   */
  async login(name: string): Promise<void> {
    const server = this.#servers.get(name);
    this.#mustBeOpen();
    await server.login();
  }

  /**
   * Stops a server. Calls in flight are rejected.
   *
   * @throws {TypeError} if the server is unknown.
   */
  async stop(name: string): Promise<void> {
    await this.#servers.get(name).stop();
  }

  /** Returns the tools of all running servers. Never rejects: lists that cannot be read are reported and left out. */
  tools(): Promise<HostTool[]> {
    return this.#servers.offered('tools');
  }

  /** Returns the resources with a fixed URI of all running servers. Never rejects: lists that cannot be read are reported. */
  resources(): Promise<HostResource[]> {
    return this.#servers.offered('resources');
  }

  /** Returns the resource templates of all running servers. Never rejects: lists that cannot be read are reported. */
  resourceTemplates(): Promise<HostResourceTemplate[]> {
    return this.#servers.offered('templates');
  }

  /** Returns the prompts of all running servers. Never rejects: lists that cannot be read are reported. */
  prompts(): Promise<HostPrompt[]> {
    return this.#servers.offered('prompts');
  }

  /**
   * Calls a tool, if consent allows it. A tool that fails also returns a result, with `isError`.
   *
   * @param name its name in the list of the host: `weather__forecast`
   * @throws {NotOfferedError} if no running server has it.
   * @throws {ConsentDeniedError} if consent is denied or not configured, the arguments are too large to be shown completely, or the tool
   *   has changed since consent was requested.
   * @throws {ServerNotRunningError} if its server has been stopped meanwhile.
   * @throws {TypeError} if the arguments are not JSON-serializable, or an option is unknown.
   * @throws {Error} if the host has been closed.
   * @throws the errors of `Client.callTool`.
   */
  async callTool(
    name: string,
    args?: { readonly [name: string]: unknown },
    options: RequestOptions = {},
  ): Promise<ToolResult> {
    requestOptions('callTool', options);
    return this.#call(
      'offered',
      name,
      args,
      async ({ client, tool, arguments: allowed }) => plainResult(await client.callTool(tool, allowed, options)),
      options.signal,
    );
  }

  /**
   * Returns what an extension adds to this host.
   *
   * @throws {TypeError} if the host was created without the extension, or it adds nothing to hosts.
   */
  extension<Types extends ExtensionTypes>(key: ExtensionKey<Types>): ExtensionInHost<Types>;
  /**
   * Returns what an extension adds to the client of a server: like `client.extension(key)`. What it sends is not subject to consent.
   *
   * @throws {TypeError} if the host was created without the extension, or the server is unknown.
   * @throws {ServerNotRunningError} if the server is not running.
   */
  extension<Types extends ExtensionTypes>(
    key: ExtensionKey<Types>,
    server: string,
  ): ExtensionInClient<Types> | undefined;
  extension<Types extends ExtensionTypes>(key: ExtensionKey<Types>, server?: string): unknown {
    if (server !== undefined) return this.#servers.get(server).client.extension(key);
    return this.#extensions.valueOf(key);
  }

  /** The identifiers of the extensions of the host, in the order of registration. */
  get extensions(): readonly string[] {
    return this.#extensions.ids;
  }

  /**
   * Asks the user, through `elicitation.url`, to visit the pages that a call requires; see `Client.elicitRequiredUrls`.
   *
   * @param name the tool whose call was rejected with the error
   * @returns whether to retry the call.
   * @throws {NotOfferedError} if no running server has the tool.
   * @throws {Error} if the host has been closed.
   * @throws the signal's reason if it aborts.
   */
  async elicitRequiredUrls(name: string, error: unknown, options?: RequiredUrlsOptions): Promise<boolean> {
    const { server } = await this.#find('tools', name);
    return this.#servers.get(server).client.elicitRequiredUrls(error, options);
  }

  /**
   * Reads a resource.
   *
   * @throws {NotOfferedError} if no running server has a resource with this name.
   * @throws {TypeError} if the server is unknown.
   * @throws {ServerNotRunningError} if its server is not running.
   * @throws {Error} if the host has been closed, and `resource` is a name.
   * @throws the errors of `Client.readResource`.
   */
  async readResource(resource: ResourceTarget, options?: RequestOptions): Promise<ReadResourceResult> {
    const { server, uri } = typeof resource === 'string' ? await this.#find('resources', resource) : resource;
    return this.#servers.get(server).client.readResource(uri, options);
  }

  /**
   * Sends any request of the protocol to a server, in the unified types: also one that this class has no method of its own for. Consent is not
   * requested; so tools are called with {@link Host.callTool} only.
   *
   * @throws {TypeError} if the server is unknown, or the method is `tools/call`.
   * @throws {ServerNotRunningError} if its server is not running.
   * @throws the errors of `Client.request`.
   */
  async request<Method extends Exclude<ClientMethod, 'tools/call'>>(
    server: string,
    method: Method,
    params: ClientRequestParams<UnifiedRequests[Method]['params']>,
    options?: RequestOptions,
  ): Promise<UnifiedRequests[Method]['result']> {
    if ((method as string) === toolsCall) throw new TypeError('Call tools with callTool, which requests consent');
    return this.#servers.get(server).client.request(method, params, options);
  }

  /**
   * Sends any notification of the protocol to a server, in the unified types.
   *
   * @throws {TypeError} if the server is unknown.
   * @throws {ServerNotRunningError} if its server is not running.
   * @throws the errors of `Client.notify`.
   */
  async notify<Method extends keyof UnifiedNotifications>(
    server: string,
    method: Method,
    params: UnifiedNotifications[Method]['params'],
  ): Promise<void> {
    await this.#servers.get(server).client.notify(method, params);
  }

  /**
   * Subscribes to the updates of a resource; see {@link Subscription}.
   *
   * @throws {TypeError} if the server is unknown.
   * @throws {ServerNotRunningError} if its server is not running.
   */
  subscribe({ server, uri }: ServerResource): Subscription {
    return this.#servers.get(server).client.subscribe(uri);
  }

  /**
   * Gets a prompt with its arguments filled in.
   *
   * @throws {NotOfferedError} if no running server has it.
   * @throws {ServerNotRunningError} if its server has been stopped meanwhile.
   * @throws {Error} if the host has been closed.
   * @throws the errors of `Client.getPrompt`.
   */
  async getPrompt(
    name: string,
    args?: { readonly [name: string]: string },
    options?: RequestOptions,
  ): Promise<GetPromptResult> {
    const { server, original } = await this.#find('prompts', name);
    return sanitize(await this.#servers.get(server).client.getPrompt(original, args, options));
  }

  /**
   * Requests suggestions for an argument that is being typed. `createCompleter(host, of, argument)` debounces the requests, caches the
   * answers, and drops those that arrive late.
   *
   * @param of the prompt or the template that the argument belongs to
   * @param argument its name
   * @param value what has been typed so far; may be empty
   * @param known the other arguments that already have a value
   * @throws {NotOfferedError} if no running server has it.
   * @throws the errors of `Client.complete`.
   */
  async complete(
    of: CompletionTarget,
    argument: string,
    value: string,
    known?: KnownArguments,
    options?: RequestOptions,
  ): Promise<Completion> {
    const { server, ref } = await this.#reference(of);
    return this.#servers.get(server).client.complete(ref, argument, value, known, options);
  }

  /**
   * Replaces the roots that servers can request, and notifies them.
   *
   * @deprecated From revision 2026-07-28 on, and supported: servers take paths as arguments of tools or as URIs of resources.
   * @throws {TypeError} if one is neither a path nor a `file:` URL, or the host was created without the option `roots`.
   */
  setRoots(roots: readonly RootInput[]): void {
    if (this.#roots === undefined) {
      throw new TypeError(
        'The host was created without roots: set the option roots, to an empty array if there are none yet',
      );
    }
    roots.forEach(placeOf);
    this.#roots = roots;
    for (const { connected } of this.#servers.all) connected?.setRoots(roots);
  }

  /** Stops all servers permanently. Resolves when all of them have ended. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Like {@link Host.close}, for `await using host = new Host(...)`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close(): Promise<void> {
    this.#shared.consents.close(new Error('The host was closed'));
    await Promise.all(this.#servers.all.map((server) => server.stop()));
    await this.#calls.settled();
  }

  /** Calls a tool, if consent allows it. */
  async #call<Result extends object>(
    among: 'offered' | 'usable',
    name: string,
    args: { readonly [name: string]: unknown } | undefined,
    send: (call: AllowedCall) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const tool = await this.#tool(among, name);
    const { server, original } = tool;
    // Copied, so that the arguments that are sent are those that were shown, even if the caller changes the object.
    const given = args === undefined ? undefined : copyOf(args);
    const call = { server, tool: original, name, arguments: redactForRecord(given ?? {}) };
    return this.#calls.follow(call, signal, async () => {
      await this.#shared.consents.demand(toolQuestion(tool, given ?? {}), signal);
      await this.#mustBeSame(among, tool);
      const { client } = this.#servers.get(server);
      return send({ client, server, tool: original, arguments: given });
    });
  }

  /**
   * Checks that a tool has not changed since consent was requested, since consent was given for the tool that was shown.
   *
   * @throws {ConsentDeniedError} if it has changed.
   */
  async #mustBeSame(among: 'offered' | 'usable', tool: HostTool): Promise<void> {
    const now = await this.#tool(among, tool.name);
    if (now === tool || JSON.stringify(now) === JSON.stringify(tool)) return;
    throw new ConsentDeniedError(`The tool ${tool.name} has changed since consent was requested: call it again`);
  }

  async #reference(of: CompletionTarget): Promise<{ server: string; ref: CompleteRequestParams['ref'] }> {
    if ('prompt' in of) {
      const { server, original } = await this.#find('prompts', of.prompt);
      return { server, ref: { type: 'ref/prompt', name: original } };
    }
    const { server, original } = await this.#find('templates', of.template);
    return { server, ref: { type: 'ref/resource', uri: original } };
  }

  async #tool(among: 'offered' | 'usable', name: string): Promise<HostTool> {
    this.#mustBeOpen();
    return this.#servers.find('tools', name, among === 'usable' ? (offers) => offers.usableTools() : undefined);
  }

  async #find<Name extends OfferName>(list: Name, name: string): Promise<Offers[Name]> {
    this.#mustBeOpen();
    return this.#servers.find(list, name);
  }

  #mustBeOpen(): void {
    if (this.#closing !== undefined) throw new Error('The host has been closed: create a new one');
  }
}

/** @throws {TypeError} if the arguments are not JSON-serializable. */
function copyOf<Arguments extends object>(args: Arguments): Arguments {
  try {
    return JSON.parse(JSON.stringify(args)) as Arguments;
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new TypeError('The arguments are not JSON-serializable: nested too deeply, or too large', { cause });
  }
}
