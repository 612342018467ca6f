import { HttpStatusError, type Transport } from '@mcp-gen/runtime';
import type { HttpClientOptions } from '@mcp-gen/runtime/http/client';
import { FUNCTION, omit, type OptionTable } from '@mcp-gen/runtime/options';
import { HTTP_CLIENT_OPTIONS, STDIO_CLIENT_OPTIONS } from '@mcp-gen/runtime/client';
import type { LineLimits, StdioClientOptions } from '@mcp-gen/runtime/stdio';
import { defined } from '../properties.js';
import { AUTH } from '../requestOptions.js';
import { revisionIds, type RevisionChoice } from '../revisions.js';
import type { CombinedSettings } from './launchSettings.js';
import { parseCommandLine, type CommandLine } from './parseCommandLine.js';

/**
 * The location of a server:
 *
 * - a command line, `node server.js --flag`, or program and arguments as an array: the server is started without a shell and connected
 *   over stdio;
 * - an `http:` or `https:` URL, as string or `URL`: Streamable HTTP, with fallback to the older HTTP with SSE;
 * - a transport, or a function that returns one, called for each connection.
 */
export type Target = string | readonly string[] | URL | Transport | (() => Transport | Promise<Transport>);

/**
 * Options of a server that is started by a command.
 *
 * @interface
 */
export type CommandOptions = Pick<
  StdioClientOptions,
  'env' | 'cwd' | 'stderr' | 'onStderr' | 'limits' | 'ledger' | 'shutdownTimeout'
>;

/** Authorizes the requests of a client to servers over HTTP. `@mcp-gen/auth/client` and `@mcp-gen/auth/node` have implementations. */
export interface ClientAuth {
  /**
   * Returns a replacement for `fetch`, which sends requests to a server. It adds credentials, and obtains them when the server requires
   * them. Called once for each connection, before its first request.
   */
  wrapFetch(request: ClientAuthRequest): typeof fetch;
}

/** Context of a connection, passed to {@link ClientAuth}. */
export interface ClientAuthRequest {
  /** The URL of the server. */
  readonly server: URL;
  /** Sends requests without credentials: the option `fetch` of the client, else the global function. */
  readonly fetch: typeof fetch;
  /** The revisions that the client supports, oldest first. A client without `2025-03-26` does not use the default endpoints of that revision. */
  readonly revisions: readonly string[];
  /** Aborted when the connection is closed. It ends logins that run for the connection. */
  readonly signal: AbortSignal;
  /**
   * Call it when obtaining credentials may take a login, with a promise that resolves when that has ended. The timeouts of a connection
   * that is being opened restart then.
   */
  readonly onLogin: (ended: Promise<void>) => void;
}

/** Options of a server that is reached by a URL. */
export interface UrlOptions extends Pick<
  HttpClientOptions,
  'headers' | 'fetch' | 'limits' | 'ledger' | 'retry' | 'shutdownTimeout' | 'onError'
> {
  /** Authorizes requests, for example with OAuth. Default: requests have only the credentials in `headers`. */
  readonly auth?: ClientAuth | undefined;
}

/** Options for reaching a server of any kind. */
export interface ReachOptions extends CommandOptions, UrlOptions {
  /** Limits on what the server sends; `malformedLimit` is only valid for a server with a command. Default: see each limit. */
  readonly limits?: LineLimits | undefined;
  /**
   * Wraps the transport of each connection, whatever the target: `(transport) => record(transport, 'session.jsonl')`. Default: it is used as
   * it is.
   */
  readonly wrapTransport?: ((transport: Transport) => Transport) | undefined;
}

/** The only kind of target of a program, `http` or `stdio`, if its bundler defines this constant: then the other transport is left out. */
declare const MCP_GEN_TRANSPORT: string;

/** Loads the transport over HTTP. Bundlers can evaluate the condition. */
const loadHttp =
  typeof MCP_GEN_TRANSPORT === 'undefined' || MCP_GEN_TRANSPORT === 'http'
    ? () => import('@mcp-gen/runtime/http/client')
    : leftOut;

/** What only commands need. */
const stdio =
  typeof MCP_GEN_TRANSPORT === 'undefined' || MCP_GEN_TRANSPORT === 'stdio'
    ? { load: () => import('./stdioTransport.js'), parse: parseCommandLine }
    : { load: leftOut, parse: leftOut };

/** @throws {TypeError} always. */
function leftOut(): never {
  throw new TypeError('MCP_GEN_TRANSPORT leaves the transport of this target out of the bundle');
}

/** {@link ReachOptions}. */
export const REACH_OPTIONS: OptionTable<ReachOptions> = {
  ...omit(HTTP_CLIENT_OPTIONS, ['url', 'onReopen']),
  ...omit(STDIO_CLIENT_OPTIONS, ['command', 'args']),
  auth: AUTH,
  wrapTransport: FUNCTION,
};

/** Options for reaching a target. */
export interface DialOptions extends ReachOptions {
  /** The revisions that the client supports, oldest first. Default: all. */
  readonly revisions?: readonly RevisionChoice[] | undefined;
  /** Wraps the requests to a server with a URL, outside of `auth` and `fetch`. Default: none. */
  readonly wrapFetch?: ClientAuth['wrapFetch'] | undefined;
  /** Returns what extensions add to the program of a server. Default: nothing. */
  readonly launch?: (() => CombinedSettings) | undefined;
}

/** How a server is reached. */
export interface Dial {
  /**
   * Creates a transport to the server.
   *
   * @param onReopen called when the transport itself has opened a new session because the server lost the previous one
   * @param onLogin as in {@link ClientAuthRequest}
   */
  readonly transport: (onReopen: () => void, onLogin: ClientAuthRequest['onLogin']) => Transport | Promise<Transport>;
  /** Whether a transport can be created more than once. */
  readonly again: boolean;
  /** Whether it starts a program. */
  readonly isProgram: boolean;
}

const COMMANDS = 'is only valid for servers with a command';
const COMMAND_ONLY = ['env', 'cwd', 'stderr', 'onStderr'] as const satisfies readonly (keyof CommandOptions)[];
const SHARED = ['limits', 'shutdownTimeout'] as const satisfies readonly (keyof CommandOptions & keyof UrlOptions)[];
const HTTP_ONLY = ['headers', 'retry'] as const satisfies readonly (keyof UrlOptions)[];
const URL_ONLY = ['auth', 'fetch', ...HTTP_ONLY] as const satisfies readonly (keyof UrlOptions)[];

/**
 * Determines how to reach a server. Does not open a connection.
 *
 * @throws {TypeError} if the target is invalid, or options do not apply to it.
 */
export function dial(target: Target, options: DialOptions): Dial {
  const dialed = dialPlain(target, options);
  const { wrapTransport } = options;
  if (wrapTransport === undefined) return dialed;
  return { ...dialed, transport: async (...given) => wrapTransport(await dialed.transport(...given)) };
}

function dialPlain(target: Target, options: DialOptions): Dial {
  if (typeof target === 'function') {
    refuse([...COMMAND_ONLY, ...URL_ONLY, ...SHARED], options, 'must be set on the transport that you create');
    return { transport: target, again: true, isProgram: false };
  }
  if (isTransport(target)) {
    refuse([...COMMAND_ONLY, ...URL_ONLY, ...SHARED], options, 'must be set on the transport that you create');
    return { transport: () => target, again: false, isProgram: false };
  }
  const url = urlOf(target);
  if (url !== undefined) {
    refuse(COMMAND_ONLY, options, COMMANDS);
    const { malformedLimit, ...limits } = options.limits ?? {};
    if (malformedLimit !== undefined) throw misfit('limits.malformedLimit', COMMANDS);
    const transport: Dial['transport'] = (onReopen, onLogin) =>
      overHttp(url, { ...options, limits, onReopen }, onLogin);
    return { transport, again: true, isProgram: false };
  }
  refuse(URL_ONLY, options, 'is only valid for servers with a URL');
  const { command, args } = commandOf(target as string | readonly string[]);
  requireNode('A command as target');
  const added = options.launch?.();
  const program = added === undefined ? { command, args } : { command, args: [...args, ...added.args] };
  const given = added === undefined ? options : { ...options, env: added.env };
  return { transport: () => overStdio(program, given), again: true, isProgram: true };
}

async function overHttp(
  url: URL,
  options: Omit<DialOptions, 'limits'> & Pick<HttpClientOptions, 'limits' | 'onReopen'>,
  onLogin: ClientAuthRequest['onLogin'],
): Promise<Transport> {
  const { HttpClientTransport } = await loadHttp();
  const { auth, wrapFetch, fetch: send = fetch } = options;
  const closing = new AbortController();
  const revisions = revisionIds(options.revisions);
  const connection = { server: url, fetch: send, revisions, signal: closing.signal, onLogin };
  // Without any of these, the transport sends requests in the fastest way of the platform.
  const isOwn = options.fetch !== undefined || auth !== undefined || wrapFetch !== undefined;
  const authorized = auth?.wrapFetch(connection) ?? send;
  const transport = new HttpClientTransport({
    url,
    ...(isOwn && { fetch: wrapFetch?.({ ...connection, fetch: authorized }) ?? authorized }),
    ...pick(options, [...HTTP_ONLY, ...SHARED, 'ledger', 'onError', 'onReopen']),
  });
  if (auth === undefined && wrapFetch === undefined) return transport;
  const close = transport.close.bind(transport);
  return Object.assign(transport, {
    close: (): Promise<void> => {
      closing.abort(new Error('The connection was closed'));
      return close();
    },
  });
}

async function overStdio(command: CommandLine, options: CommandOptions): Promise<Transport> {
  const { StdioClientTransport } = await stdio.load();
  return new StdioClientTransport({
    ...command,
    ...pick(options, [...COMMAND_ONLY, ...SHARED, 'ledger']),
  });
}

function urlOf(target: unknown): URL | undefined {
  if (target instanceof URL) return checkScheme(target);
  if (typeof target !== 'string' || !/^[a-z][a-z0-9+.-]*:\/\//i.test(target)) return undefined;
  if (!URL.canParse(target)) throw new TypeError(`Invalid URL as target: ${target}`);
  return checkScheme(new URL(target));
}

function checkScheme(url: URL): URL {
  if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  throw new TypeError(`Unsupported URL scheme ${url.protocol} of the target: expected http: or https:`);
}

function commandOf(target: string | readonly string[]): CommandLine {
  if (typeof target === 'string') {
    if (/^\s*[\w.-]+:\d+(?:\/\S*)?\s*$/.test(target)) {
      throw new TypeError(
        `The target ${target} is not a command. If it is a URL, add the scheme: http://${target.trim()}`,
      );
    }
    return stdio.parse(target);
  }
  const isCommand = Array.isArray(target) && target.every((word) => typeof word === 'string');
  const [command, ...args] = isCommand ? target : [];
  if (command !== undefined && command !== '') return { command, args };
  throw new TypeError(
    'Invalid target: expected a command line, an array of program and arguments, a URL, or a transport',
  );
}

function isTransport(target: unknown): target is Transport {
  return typeof target === 'object' && target !== null && 'start' in target && 'send' in target;
}

function refuse(names: readonly (keyof (CommandOptions & UrlOptions))[], options: object, why: string): void {
  const [given] = names.flatMap((name) => setOptions(name, (options as Record<string, unknown>)[name]));
  if (given !== undefined) throw misfit(given, why);
}

/** Returns the names of the options that are set, of a group or alone. */
function setOptions(name: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (name !== 'limits' && name !== 'retry') return [name];
  return Object.keys(defined(value as object)).map((each) => `${name}.${each}`);
}

function misfit(option: string, why: string): TypeError {
  return new TypeError(`The option "${option}" ${why}`);
}

/** Copies the options that are set: a property that is `undefined` would count as set. */
function pick<Options extends object, Name extends keyof Options>(
  options: Options,
  names: readonly Name[],
): Pick<Options, Name> {
  const given = names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]] as const);
  return Object.fromEntries(given) as Pick<Options, Name>;
}

/**
 * Checks that the platform has the modules of Node. Deno and Bun have them, too.
 *
 * @param what names the feature that needs them: `The option roots`
 * @throws {TypeError} in a browser.
 */
export function requireNode(what: string): void {
  const { process } = globalThis as { readonly process?: { readonly versions?: { readonly node?: string } } };
  if (process?.versions?.node !== undefined) return;
  throw new TypeError(`${what} needs Node, Deno, or Bun: it is not supported in a browser`);
}

/** Adds advice to the HTTP error of a URL at which no session could be opened. Any other error is returned unchanged. */
export function explainRefusal(error: unknown, target: Target): unknown {
  if (!(error instanceof HttpStatusError && (typeof target === 'string' || target instanceof URL))) return error;
  const { status, message, rpcCode, data, retryAfter } = error;
  const hint = hintFor(status, String(target));
  return hint === undefined ? error : new HttpStatusError(status, `${message}. ${hint}`, rpcCode, data, retryAfter);
}

function hintFor(status: number, url: string): string | undefined {
  switch (status) {
    case 401:
      return 'The server requires authentication: set the option auth, or headers: { authorization: ... }';
    case 403:
      return 'Access is denied: check the option headers, and the hosts and origins that the server allows';
    case 404:
    case 405:
      return `No MCP server found at ${url}: check its path. Most servers have a path such as /mcp`;
    default:
      return undefined;
  }
}
