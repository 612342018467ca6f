import type { CompleteRequestParams, GetPromptResult, ReadResourceResult } from '@mcp-gen/protocol/author';
import type { RequestOptions } from '@mcp-gen/runtime';
import { DETACH_OPTIONS, requestOptions, type DetachOptions, type VisitOptions } from '../client/callOptions.js';
import type { KnownArguments, Suggestions } from '../client/completer.js';
import { placeOf, type RootInput } from '../client/roots.js';
import type { Subscription } from '../client/subscription.js';
import type { ToolResult } from '../client/toolResult.js';
import { settledWithin } from '../client/waiting.js';
import { sanitize } from '../guard/index.js';
import { writeLog } from '../logger.js';
import { CallLog } from './audit.js';
import type { Shared } from './clientOptions.js';
import { readServers } from './config.js';
import { Consents, toolQuestion } from './consent.js';
import { ConsentDeniedError } from './errors.js';
import type { HostEvent } from './events.js';
import type { CompletionTarget, ResourceTarget, ServerResource } from './given.js';
import { HostTask, plainResult, type StoredHostTask } from './hostTask.js';
import { guarded, logEvent, reporter } from './listeners.js';
import { manage } from './manage.js';
import type { ServerState } from './managedServer.js';
import type { HostPrompt, HostResource, HostTemplate, HostTool, OfferName, Offers } from './offers.js';
import { checkHostOptions, type HostOptions } from './options.js';
import { Servers } from './servers.js';
import { recorded } from './shown.js';

/**
 * An application that uses many servers (specification: Architecture): it starts and watches them, offers what they have under names
 * of its own, and stands between them and the user.
 *
 * Each server has a client of its own. It gets the arguments of calls that consent allows, answers to what it asks, and nothing else:
 * neither what other servers say, nor the conversation.
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
  #roots: readonly RootInput[] | undefined;
  #closing: Promise<void> | undefined;

  /**
   * Starts nothing yet.
   *
   * @throws {ConfigError} if a server's configuration cannot work, saying where and what was expected.
   * @throws {TypeError} if an option is unknown, a trusted server is none of them, or a root is neither a path nor a `file:` URL.
   */
  constructor(options: HostOptions) {
    checkHostOptions(options);
    const targets = readServers(options.servers, 'servers');
    const named = { trusted: options.trusted ?? [], tools: Object.keys(options.tools ?? {}) };
    for (const [option, names] of Object.entries(named)) {
      const unknown = names.find((name) => !Object.hasOwn(options.servers, name));
      if (unknown === undefined) continue;
      throw new TypeError(
        `The option ${option} names an unknown server, ${JSON.stringify(unknown)}. Servers: ${[...targets.keys()].join(', ')}`,
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
  }

  /** The servers, as they are now, in the order of the configuration. */
  get servers(): readonly ServerState[] {
    return this.#servers.states;
  }

  /**
   * Starts all servers. Resolves when the first attempt of each has succeeded or failed, and after `startTimeout` at the latest:
   * `servers` says how each is, and why. Servers that need longer are offered when they are running, and an event says so. Never rejects
   * because of a server.
   *
   * @throws {Error} if the host has been closed.
   */
  async start(): Promise<void> {
    this.#mustBeOpen();
    const { startTimeout = 10_000, logger } = this.#shared.options;
    const started = Promise.all(this.#servers.all.map((server) => server.start()));
    if (await settledWithin(started, startTimeout)) return;
    const slow = this.servers.filter(({ status }) => status === 'starting').map(({ name }) => name);
    writeLog(logger, 'warn', `Still starting after ${startTimeout} ms: ${slow.join(', ')}`);
  }

  /**
   * Stops a server if it is started, and starts it.
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
   * Lets a person log in to a server, which happens at no other time. A server that is not running is started, and the login is over when
   * this resolves. While it runs, the next request that requires a login asks for it: repeat what was rejected.
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

  /** The tools of all servers that run. Never rejects: what cannot be read is reported, and left out. */
  tools(): Promise<HostTool[]> {
    return this.#servers.offered('tools');
  }

  /** The resources of all servers that run, those that have a fixed URI. Never rejects: what cannot be read is reported. */
  resources(): Promise<HostResource[]> {
    return this.#servers.offered('resources');
  }

  /** The resources of all servers that run whose URIs have variables in them. Never rejects: what cannot be read is reported. */
  templates(): Promise<HostTemplate[]> {
    return this.#servers.offered('templates');
  }

  /** The prompts of all servers that run. Never rejects: what cannot be read is reported. */
  prompts(): Promise<HostPrompt[]> {
    return this.#servers.offered('prompts');
  }

  /**
   * Calls a tool, if consent allows it. That the tool failed is a result, too, with `isError`.
   *
   * @param name its name in the list of the host: `weather__forecast`
   * @throws {NotOfferedError} if no server that runs has it.
   * @throws {ConsentDeniedError} if consent does not allow it, there is none, the arguments are too large to be shown completely, or the
   *   tool has changed since consent was asked for.
   * @throws {ServerNotRunningError} if its server has been stopped meanwhile.
   * @throws {TypeError} if the arguments have no JSON form, or an option is unknown.
   * @throws {Error} if the host has been closed.
   * @throws what `Client.callTool` throws.
   */
  callTool(name: string, args?: { readonly [name: string]: unknown }, options?: RequestOptions): Promise<ToolResult>;
  /** Calls a tool, if consent allows it, and does not wait for the task that the server makes of it. */
  callTool(
    name: string,
    args: { readonly [name: string]: unknown } | undefined,
    options: DetachOptions,
  ): Promise<HostTask>;
  async callTool(
    name: string,
    args?: { readonly [name: string]: unknown },
    options: RequestOptions & { readonly task?: 'detach' | undefined } = {},
  ): Promise<ToolResult | HostTask> {
    requestOptions('callTool', options, DETACH_OPTIONS);
    const tool = await this.#find('tools', name);
    const { server, original } = tool;
    // What is sent is what was asked about, whatever happens to the caller's object meanwhile.
    const given = args === undefined ? undefined : copyOf(args);
    const call = { server, tool: original, name, arguments: recorded(given ?? {}) };
    const { signal } = options;
    return this.#calls.follow<ToolResult | HostTask>(call, signal, async () => {
      await this.#shared.consents.demand(toolQuestion(tool, given ?? {}), signal);
      await this.#mustBeSame(tool);
      const { client } = this.#servers.get(server);
      const { task, ...request } = options;
      if (task === undefined) return plainResult(await client.callTool(original, given, request));
      return new HostTask(server, await client.callTool(original, given, { ...request, task }));
    });
  }

  /**
   * Takes up a task again that was started with `callTool(name, args, { task: 'detach' })`, in this process or in an earlier one. Whether
   * the server still has it is found out when it is asked.
   *
   * @param task what `toJSON` of the task returned
   * @throws {TypeError} if it has no id, or the server is unknown.
   * @throws {ServerNotRunningError} if its server does not run.
   */
  async task({ server, id, tool }: StoredHostTask): Promise<HostTask> {
    return new HostTask(server, await this.#servers.get(server).client.task({ id, tool }));
  }

  /**
   * Has the user visit the pages that a call had to wait for, by `elicit.url`; see `Client.visitRequired`.
   *
   * @param name the tool whose call was rejected with the error
   * @returns whether it is worthwhile to call again.
   * @throws {NotOfferedError} if no server that runs has the tool.
   * @throws {Error} if the host has been closed.
   * @throws the signal's reason if it aborts.
   */
  async visitRequired(name: string, error: unknown, options?: VisitOptions): Promise<boolean> {
    const { server } = await this.#find('tools', name);
    return this.#servers.get(server).client.visitRequired(error, options);
  }

  /**
   * Reads a resource.
   *
   * @throws {NotOfferedError} if it is given by a name that no server that runs has.
   * @throws {TypeError} if it is given by a server that there is not.
   * @throws {ServerNotRunningError} if its server does not run.
   * @throws {Error} if the host has been closed, and the resource is given by a name.
   * @throws what `Client.readResource` throws.
   */
  async readResource(resource: ResourceTarget, options?: RequestOptions): Promise<ReadResourceResult> {
    const { server, uri } = typeof resource === 'string' ? await this.#find('resources', resource) : resource;
    return this.#servers.get(server).client.readResource(uri, options);
  }

  /**
   * The updates of a resource, from now on; see {@link Subscription}.
   *
   * @throws {TypeError} if the server is unknown.
   * @throws {ServerNotRunningError} if its server does not run.
   */
  subscribe({ server, uri }: ServerResource): Subscription {
    return this.#servers.get(server).client.subscribe(uri);
  }

  /**
   * Gets a prompt with its arguments filled in.
   *
   * @throws {NotOfferedError} if no server that runs has it.
   * @throws {ServerNotRunningError} if its server has been stopped meanwhile.
   * @throws {Error} if the host has been closed.
   * @throws what `Client.getPrompt` throws.
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
   * Asks how an argument that someone is typing could go on. `createCompleter(host, of, argument)` waits for pauses in the typing, keeps
   * answers and drops those that come late.
   *
   * @param of the prompt or the template that the argument belongs to
   * @param argument its name
   * @param value what has been typed, which may be empty
   * @param known the other arguments that have a value already
   * @throws {NotOfferedError} if no server that runs has it.
   * @throws what `Client.complete` throws.
   */
  async complete(
    of: CompletionTarget,
    argument: string,
    value: string,
    known?: KnownArguments,
    options?: RequestOptions,
  ): Promise<Suggestions> {
    const { server, ref } = await this.#reference(of);
    return this.#servers.get(server).client.complete(ref, argument, value, known, options);
  }

  /**
   * Puts other roots in the place of those that servers can ask for, and tells them.
   *
   * @throws {TypeError} if one is neither a path nor a `file:` URL, or the host was made without roots.
   */
  setRoots(roots: readonly RootInput[]): void {
    if (this.#roots === undefined) {
      throw new TypeError(
        'The host was made without roots: give it the option roots, an empty list if there are none yet',
      );
    }
    roots.forEach(placeOf);
    this.#roots = roots;
    for (const { connected } of this.#servers.all) connected?.setRoots(roots);
  }

  /** Stops all servers, for good. Resolves when nothing is left of them. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** As {@link Host.close}: `await using host = new Host(...)`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close(): Promise<void> {
    this.#shared.consents.close(new Error('The host was closed'));
    await Promise.all(this.#servers.all.map((server) => server.stop()));
    await this.#calls.settled();
  }

  /**
   * Consent is for the tool that it was asked about, not for what the server has put in its place meanwhile.
   *
   * @throws {ConsentDeniedError} if it is another one now.
   */
  async #mustBeSame(tool: HostTool): Promise<void> {
    const now = await this.#find('tools', tool.name);
    if (now === tool || JSON.stringify(now) === JSON.stringify(tool)) return;
    throw new ConsentDeniedError(`The tool ${tool.name} has changed since consent was asked for: call it again`);
  }

  async #reference(of: CompletionTarget): Promise<{ server: string; ref: CompleteRequestParams['ref'] }> {
    if ('prompt' in of) {
      const { server, original } = await this.#find('prompts', of.prompt);
      return { server, ref: { type: 'ref/prompt', name: original } };
    }
    const { server, original } = await this.#find('templates', of.template);
    return { server, ref: { type: 'ref/resource', uri: original } };
  }

  async #find<Name extends OfferName>(list: Name, name: string): Promise<Offers[Name]> {
    this.#mustBeOpen();
    return this.#servers.find(list, name);
  }

  #mustBeOpen(): void {
    if (this.#closing !== undefined) throw new Error('The host has been closed: make another one');
  }
}

/** @throws {TypeError} if the arguments have no JSON form. */
function copyOf<Arguments extends object>(args: Arguments): Arguments {
  try {
    return JSON.parse(JSON.stringify(args)) as Arguments;
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new TypeError('The arguments are too deep or too large for JSON: send less', { cause });
  }
}
