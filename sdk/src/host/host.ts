import type { GetPromptResult, ReadResourceResult } from '@mcp-gen/protocol/author';
import { reportToStderr, safeListener, type RequestOptions } from '@mcp-gen/runtime';
import type { VisitOptions } from '../client/client.js';
import type { ClientOptions } from '../client/options.js';
import { placeOf, type RootGiven } from '../client/roots.js';
import type { Subscription } from '../client/subscription.js';
import type { ToolResult } from '../client/toolResult.js';
import { redact } from '../guard/index.js';
import { answersFor } from './answers.js';
import { CallLog } from './audit.js';
import { readServers, type ServerTarget } from './config.js';
import { Consents } from './consent.js';
import { ConsentDeniedError, NotOfferedError } from './errors.js';
import { ManagedServer, type ServerState } from './managedServer.js';
import type { HostPrompt, HostResource, HostTemplate, HostTool, OfferName, Offers } from './offers.js';
import type { HostEvent } from './events.js';
import type { HostOptions } from './options.js';

/** A resource of one server. */
export interface ServerResource {
  /** The server, by its name in the host's configuration. */
  readonly server: string;
  /** The URI, as the server knows it. */
  readonly uri: string;
}

/** A resource: its name in the host's list, or the server and the URI, as they stand in the list or a result. */
export type ResourceGiven = string | ServerResource;

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
  readonly #options: HostOptions;
  readonly #servers: ReadonlyMap<string, ManagedServer>;
  readonly #consents: Consents;
  readonly #calls: CallLog;
  readonly #emit: (event: HostEvent) => void;
  #roots: readonly RootGiven[] | undefined;
  #closing: Promise<void> | undefined;

  /**
   * Starts nothing yet.
   *
   * @throws {ConfigError} if a server's configuration cannot work, saying where and what was expected.
   * @throws {TypeError} if a trusted server is none of them, or a root is no path and no `file:` URL.
   */
  constructor(options: HostOptions) {
    const targets = readServers(options.servers, 'servers');
    const stranger = options.trusted?.find((name) => !Object.hasOwn(options.servers, name));
    if (stranger !== undefined) {
      throw new TypeError(
        `The option trusted names the server ${stranger}. There are: ${[...targets.keys()].join(', ')}`,
      );
    }
    options.roots?.forEach(placeOf);
    this.#options = options;
    this.#roots = options.roots;
    const report = this.#reporter();
    this.#emit = guarded(options.onEvent, report);
    this.#consents = new Consents(options.consent, report);
    this.#calls = new CallLog(
      (call) => this.#emit({ type: 'call', call }),
      async (record) => {
        this.#emit({ type: 'result', record });
        await options.audit?.(record);
      },
      report,
    );
    this.#servers = new Map([...targets].map(([name, target]) => [name, this.#manage(name, target)]));
  }

  /** The servers, as they are now, in the order of the configuration. */
  get servers(): readonly ServerState[] {
    return [...this.#servers.values()].map(({ state }) => state);
  }

  /**
   * Starts all servers. Resolves when each is running, or could not be started at the first attempt: `servers` says which and why,
   * and the others do not wait for those. Never rejects for that.
   *
   * @throws {Error} if the host has been closed.
   */
  async start(): Promise<void> {
    this.#mustBeOpen();
    await Promise.all([...this.#servers.values()].map((server) => server.start()));
  }

  /**
   * Stops a server if it is started, and starts it.
   *
   * @throws {TypeError} if there is no such server.
   * @throws {Error} if the host has been closed.
   */
  async restart(name: string): Promise<void> {
    const server = this.#server(name);
    await server.stop();
    this.#mustBeOpen();
    await server.start();
  }

  /**
   * Stops a server. Calls in flight are rejected.
   *
   * @throws {TypeError} if there is no such server.
   */
  async stop(name: string): Promise<void> {
    await this.#server(name).stop();
  }

  /** The tools of all servers that run. Never rejects: what cannot be read is reported, and left out. */
  tools(): Promise<HostTool[]> {
    return this.#offered('tools');
  }

  /** The resources of all servers that run, those that have a fixed URI. Never rejects: what cannot be read is reported. */
  resources(): Promise<HostResource[]> {
    return this.#offered('resources');
  }

  /** The resources of all servers that run whose URIs have variables in them. Never rejects: what cannot be read is reported. */
  templates(): Promise<HostTemplate[]> {
    return this.#offered('templates');
  }

  /** The prompts of all servers that run. Never rejects: what cannot be read is reported. */
  prompts(): Promise<HostPrompt[]> {
    return this.#offered('prompts');
  }

  /**
   * Calls a tool, if consent allows it. That the tool failed is a result, too, with `isError`.
   *
   * @param name its name in the list of the host: `weather__forecast`
   * @throws {NotOfferedError} if no server that runs has it.
   * @throws {ConsentDeniedError} if consent does not allow it, there is none, or the tool has changed since it was asked for.
   * @throws {ServerNotRunningError} if its server has been stopped meanwhile.
   * @throws {TypeError} if the arguments have no JSON form.
   * @throws {Error} if the host has been closed.
   * @throws what `Client.callTool` throws.
   */
  async callTool(
    name: string,
    args?: { readonly [name: string]: unknown },
    options: RequestOptions = {},
  ): Promise<ToolResult> {
    const tool = await this.#find('tools', name);
    const { server, original } = tool;
    // What is sent is what was asked about, whatever happens to the caller's object meanwhile.
    const given = args === undefined ? undefined : (JSON.parse(JSON.stringify(args)) as typeof args);
    const shown = redact(given ?? {});
    const { signal } = options;
    return this.#calls.follow({ server, tool: original, name, arguments: shown }, signal, async () => {
      await this.#consents.demand({ kind: 'tool', server, tool, arguments: shown }, signal);
      await this.#mustBeSame(tool);
      return this.#server(server).client.callTool(original, given, options);
    });
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
    return this.#server(server).client.visitRequired(error, options);
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
  async readResource(resource: ResourceGiven, options?: RequestOptions): Promise<ReadResourceResult> {
    const { server, uri } = typeof resource === 'string' ? await this.#find('resources', resource) : resource;
    return this.#server(server).client.readResource(uri, options);
  }

  /**
   * The updates of a resource, from now on; see {@link Subscription}.
   *
   * @throws {TypeError} if there is no such server.
   * @throws {ServerNotRunningError} if its server does not run.
   */
  subscribe({ server, uri }: ServerResource): Subscription {
    return this.#server(server).client.subscribe(uri);
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
    return this.#server(server).client.getPrompt(original, args, options);
  }

  /**
   * Puts other roots in the place of those that servers can ask for, and tells them.
   *
   * @throws {TypeError} for what is no path and no `file:` URL, and if the host was made without roots.
   */
  setRoots(roots: readonly RootGiven[]): void {
    if (this.#roots === undefined) {
      throw new TypeError(
        'The host was made without roots: give it the option roots, an empty list if there are none yet',
      );
    }
    roots.forEach(placeOf);
    this.#roots = roots;
    for (const { connected } of this.#servers.values()) connected?.setRoots(roots);
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
    this.#consents.close(new Error('The host was closed'));
    await Promise.all([...this.#servers.values()].map((server) => server.stop()));
    await this.#calls.settled();
  }

  #manage(name: string, target: ServerTarget): ManagedServer {
    const { restart = {} } = this.#options;
    const report = this.#reporter(name);
    const server: ManagedServer = new ManagedServer({
      name,
      target,
      restart: restart === false ? undefined : restart,
      clientOptions: () => this.#clientOptions(name, target),
      onState: (state) => this.#emit({ type: 'server', server: state }),
      onOffers: (names) => this.#changed(server, names),
      report,
    });
    return server;
  }

  #clientOptions(server: string, { kind }: ServerTarget): ClientOptions {
    const { name = 'mcp-gen host', version, revisions, timeout, ping, trusted = [] } = this.#options;
    return {
      ...answersFor(server, this.#options, this.#consents, this.#roots),
      name,
      trusted: trusted.includes(server),
      onLog: (entry) => this.#emit({ type: 'log', server, entry }),
      ...(version !== undefined && { version }),
      ...(revisions && { revisions }),
      ...(timeout !== undefined && { timeout }),
      ...(ping && { ping }),
      ...(kind === 'command' && {
        stderr: 'pipe',
        onStderr: (text: string) => this.#emit({ type: 'stderr', server, text }),
      }),
    };
  }

  /** Tools are read at once, since it has to be told which there are; other lists when somebody wants them. */
  #changed(server: ManagedServer, names: readonly OfferName[]): void {
    const { name, offers } = server;
    if (names.includes('resources')) this.#emit({ type: 'changed', server: name, list: 'resources' });
    if (names.includes('prompts')) this.#emit({ type: 'changed', server: name, list: 'prompts' });
    if (!names.includes('tools')) return;
    const list = offers?.list('tools') ?? Promise.resolve([]);
    void list.then((tools) => {
      // Unless they have changed once more meanwhile, and will be told of then.
      const isLatest = server.offers === offers && (offers === undefined || offers.list('tools') === list);
      if (isLatest) this.#emit({ type: 'tools', server: name, tools });
    });
  }

  async #offered<Name extends OfferName>(name: Name): Promise<Offers[Name][]> {
    const lists = await Promise.all(
      [...this.#servers.values()].map(async ({ offers }) => (await offers?.list(name)) ?? []),
    );
    return lists.flat();
  }

  /**
   * Asks all servers at once, and waits no longer than for the one that has it.
   *
   * @throws {NotOfferedError} naming the servers that do not run.
   */
  async #find<Name extends OfferName>(list: Name, name: string): Promise<Offers[Name]> {
    this.#mustBeOpen();
    const found = await Promise.any(
      [...this.#servers.values()].map(async ({ offers }) => {
        const item = (await offers?.list(list))?.find((offered) => offered.name === name);
        if (item === undefined) throw new NotOfferedError(name);
        return item;
      }),
    ).catch(() => undefined);
    if (found !== undefined) return found;
    const down = this.servers.filter(({ status }) => status !== 'running').map(({ name: server }) => server);
    const because = down.length === 0 ? '' : `. These servers are not running: ${down.join(', ')}`;
    throw new NotOfferedError(`No server has ${name} among its ${list}: host.${list}() lists what there is${because}`);
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

  /** @throws {TypeError} if there is none, naming those that there are. */
  #server(name: string): ManagedServer {
    const server = this.#servers.get(name);
    if (server !== undefined) return server;
    throw new TypeError(`There is no server ${name}. There are: ${[...this.#servers.keys()].join(', ')}`);
  }

  #mustBeOpen(): void {
    if (this.#closing !== undefined) throw new Error('The host has been closed: make another one');
  }

  #reporter(server?: string): (error: unknown) => void {
    const { onError = reportToStderr } = this.#options;
    return safeListener((error) => onError(error, server));
  }
}

/** A listener that is broken ends nothing. */
function guarded<Value>(
  listener: ((value: Value) => void) | undefined,
  report: (error: unknown) => void,
): (value: Value) => void {
  return (value) => {
    try {
      listener?.(value);
    } catch (error) {
      report(error);
    }
  };
}
