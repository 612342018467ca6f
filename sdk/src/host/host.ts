import type { CompleteRequestParams, GetPromptResult, ReadResourceResult } from '@mcp-gen/protocol/author';
import { reportToStderr, safeListener, type ErrorListener, type RequestOptions } from '@mcp-gen/runtime';
import type { VisitOptions } from '../client/client.js';
import type { KnownArguments, Suggestions } from '../client/completer.js';
import { placeOf, type RootInput } from '../client/roots.js';
import type { Subscription } from '../client/subscription.js';
import type { ToolResult } from '../client/toolResult.js';
import { checkOptions, REQUEST_OPTIONS } from '../options.js';
import { CallLog } from './audit.js';
import { readServers, type ServerTarget } from './config.js';
import { clientOptions, type Shared } from './clientOptions.js';
import { Consents } from './consent.js';
import { ConsentDeniedError } from './errors.js';
import { ManagedServer, type ServerState } from './managedServer.js';
import type { HostPrompt, HostResource, HostTemplate, HostTool, OfferName, Offers } from './offers.js';
import { checkHostOptions, type HostOptions } from './options.js';
import { Servers } from './servers.js';
import { shown } from './shown.js';

/** A resource of one server. */
export interface ServerResource {
  /** The server, by its name in the host's configuration. */
  readonly server: string;
  /** The URI, as the server knows it. */
  readonly uri: string;
}

/** A prompt whose argument is completed. */
export interface PromptTarget {
  /** Its name in the host's list. */
  readonly prompt: string;
}

/** A template whose variable is completed. */
export interface TemplateTarget {
  /** Its name in the host's list. */
  readonly template: string;
}

/** Whose argument is completed: a prompt or a template, by its name in the host's list. */
export type CompletionTarget = PromptTarget | TemplateTarget;

/** A resource: its name in the host's list, or the server and the URI, as they stand in the list or a result. */
export type ResourceTarget = string | ServerResource;

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
   * @throws {TypeError} if an option is unknown, a trusted server is none of them, or a root is no path and no `file:` URL.
   */
  constructor(options: HostOptions) {
    checkHostOptions(options);
    const targets = readServers(options.servers, 'servers');
    const stranger = options.trusted?.find((name) => !Object.hasOwn(options.servers, name));
    if (stranger !== undefined) {
      throw new TypeError(
        `The option trusted names the server ${stranger}. There are: ${[...targets.keys()].join(', ')}`,
      );
    }
    options.roots?.forEach(placeOf);
    this.#roots = options.roots;
    const report = reporter(options);
    const emit = guarded(options.onEvent, report);
    this.#shared = { options, emit, consents: new Consents(options.consent, report) };
    this.#calls = new CallLog(
      (call) => emit({ type: 'call', call }),
      async (record) => {
        emit({ type: 'result', record });
        await options.audit?.(record);
      },
      report,
    );
    this.#servers = new Servers([...targets].map(([name, target]) => this.#manage(name, target)));
  }

  /** The servers, as they are now, in the order of the configuration. */
  get servers(): readonly ServerState[] {
    return this.#servers.states;
  }

  /**
   * Starts all servers. Resolves when each is running, or could not be started at the first attempt: `servers` says which and why,
   * and the others do not wait for those. Never rejects for that.
   *
   * @throws {Error} if the host has been closed.
   */
  async start(): Promise<void> {
    this.#mustBeOpen();
    await Promise.all(this.#servers.all.map((server) => server.start()));
  }

  /**
   * Stops a server if it is started, and starts it.
   *
   * @throws {TypeError} if there is no such server.
   * @throws {Error} if the host has been closed.
   */
  async restart(name: string): Promise<void> {
    const server = this.#servers.get(name);
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
   * @throws {ConsentDeniedError} if consent does not allow it, there is none, or the tool has changed since it was asked for.
   * @throws {ServerNotRunningError} if its server has been stopped meanwhile.
   * @throws {TypeError} if the arguments have no JSON form, or an option is unknown.
   * @throws {Error} if the host has been closed.
   * @throws what `Client.callTool` throws.
   */
  async callTool(
    name: string,
    args?: { readonly [name: string]: unknown },
    options: RequestOptions = {},
  ): Promise<ToolResult> {
    checkOptions('callTool', options, REQUEST_OPTIONS);
    const tool = await this.#find('tools', name);
    const { server, original } = tool;
    // What is sent is what was asked about, whatever happens to the caller's object meanwhile.
    const given = args === undefined ? undefined : (JSON.parse(JSON.stringify(args)) as typeof args);
    const visible = shown(given ?? {});
    const { signal } = options;
    return this.#calls.follow({ server, tool: original, name, arguments: visible }, signal, async () => {
      await this.#shared.consents.demand({ kind: 'tool', server, tool, arguments: visible }, signal);
      await this.#mustBeSame(tool);
      return this.#servers.get(server).client.callTool(original, given, options);
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
   * @throws {TypeError} if there is no such server.
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
    return this.#servers.get(server).client.getPrompt(original, args, options);
  }

  /**
   * Asks how an argument that someone is typing could go on. `completer(host, of, argument)` waits for pauses in the typing, keeps
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
   * @throws {TypeError} for what is no path and no `file:` URL, and if the host was made without roots.
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

  #manage(name: string, target: ServerTarget): ManagedServer {
    const { options, emit } = this.#shared;
    const { restart = {} } = options;
    const report = reporter(options, name);
    const server: ManagedServer = new ManagedServer({
      name,
      target,
      restart: restart === false ? undefined : restart,
      clientOptions: () => clientOptions(name, target, this.#shared, this.#roots),
      onState: (state) => emit({ type: 'server', server: state }),
      onOffers: (names) => this.#changed(server, names),
      report,
    });
    return server;
  }

  /** Tools are read at once, since it has to be told which there are; other lists when somebody wants them. */
  #changed(server: ManagedServer, names: readonly OfferName[]): void {
    const { emit } = this.#shared;
    const { name, offers } = server;
    if (names.includes('resources')) emit({ type: 'changed', server: name, list: 'resources' });
    if (names.includes('prompts')) emit({ type: 'changed', server: name, list: 'prompts' });
    if (!names.includes('tools')) return;
    const list = offers?.list('tools') ?? Promise.resolve([]);
    void list.then((tools) => {
      // Unless they have changed once more meanwhile, and will be told of then.
      const isLatest = server.offers === offers && (offers === undefined || offers.list('tools') === list);
      if (isLatest) emit({ type: 'tools', server: name, tools });
    });
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

/** Tells of errors that have no caller to go to, and of whose they are. */
function reporter({ onError = reportToStderr }: HostOptions, server?: string): ErrorListener {
  return safeListener((error) => onError(error, server));
}

/** A listener that is broken ends nothing. */
function guarded<Value>(listener: ((value: Value) => void) | undefined, report: ErrorListener): (value: Value) => void {
  return (value) => {
    try {
      listener?.(value);
    } catch (error) {
      report(error);
    }
  };
}
