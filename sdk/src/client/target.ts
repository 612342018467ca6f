import type { Transport } from '@mcp-gen/runtime';
import type { HttpClientOptions } from '@mcp-gen/runtime/http/client';
import type { StdioClientOptions } from '@mcp-gen/runtime/stdio';
import { parseCommandLine, type CommandLine } from './commandLine.js';
import { SPOKEN_REVISIONS } from '../revisions.js';
import { requireNode } from './requireNode.js';

/**
 * Where a server is:
 *
 * - a command line, `npx -y some-server --flag`, or program and arguments as an array: the server is started, and spoken to over
 *   stdio. No shell takes part;
 * - an `http:` or `https:` URL, as text or as `URL`: Streamable HTTP, and the older HTTP with SSE where the server knows no other;
 * - a transport, or a function that makes one, which is called for each connection.
 */
export type Target = string | readonly string[] | URL | Transport | (() => Transport | Promise<Transport>);

/**
 * Options of a server that is started by its command.
 *
 * @interface
 */
export type CommandOptions = Pick<
  StdioClientOptions,
  | 'env'
  | 'cwd'
  | 'stderr'
  | 'onStderr'
  | 'messageLimit'
  | 'valueLimit'
  | 'malformedLimit'
  | 'ledger'
  | 'shutdownTimeout'
>;

/** Authorizes the requests of a client to servers over HTTP. `@mcp-gen/auth/client` and `@mcp-gen/auth/node` have implementations. */
export interface ClientAuth {
  /**
   * Returns what sends requests to a server, in the place of `fetch`. It adds credentials, and obtains them where the server asks for
   * them. Called once for each connection, before its first request.
   */
  wrapFetch(request: ClientAuthRequest): typeof fetch;
}

/** What {@link ClientAuth} is told of a connection. */
export interface ClientAuthRequest {
  /** The URL of the server. */
  readonly server: URL;
  /** What sends requests without credentials: the option `fetch` of the client, else the global function. */
  readonly fetch: typeof fetch;
  /** The revisions that the client supports, oldest first. A client without `2025-03-26` does not use the default endpoints of that revision. */
  readonly revisions: readonly string[];
  /** Aborts when the connection is closed, and with it the logins that run for it. */
  readonly signal: AbortSignal;
  /**
   * To be called when credentials are being obtained that may take a login, with a promise that resolves when that has ended. A server whose
   * connection is being opened has its whole time for an answer again afterwards.
   */
  readonly onLogin: (ended: Promise<void>) => void;
}

/** Options of a server that is reached by its URL. */
export interface UrlOptions extends Pick<
  HttpClientOptions,
  | 'headers'
  | 'fetch'
  | 'messageLimit'
  | 'valueLimit'
  | 'ledger'
  | 'retryDelay'
  | 'maxRetryDelay'
  | 'retryLimit'
  | 'retryAfterAttempts'
  | 'retryAfterLimit'
  | 'shutdownTimeout'
  | 'onError'
> {
  /** Authorizes requests, for example with OAuth. Default: they have the credentials that `headers` adds, and no others. */
  readonly auth?: ClientAuth | undefined;
}

/** What a target is reached with. */
export interface DialOptions extends CommandOptions, UrlOptions {
  /** The revisions that the client supports, oldest first. Default: all. */
  readonly revisions?: readonly string[] | undefined;
}

/** How a server is reached. */
export interface Dial {
  /**
   * Makes a transport to the server.
   *
   * @param onReopen called when the transport itself has opened a new session in the place of one that the server had forgotten
   * @param onLogin as in {@link ClientAuthRequest}
   */
  readonly transport: (onReopen: () => void, onLogin: ClientAuthRequest['onLogin']) => Transport | Promise<Transport>;
  /** Whether that can be done more than once. */
  readonly again: boolean;
}

const COMMAND_ONLY = [
  'env',
  'cwd',
  'stderr',
  'onStderr',
  'malformedLimit',
] as const satisfies readonly (keyof CommandOptions)[];
const SHARED = ['messageLimit', 'valueLimit', 'shutdownTimeout'] as const satisfies readonly (keyof CommandOptions &
  keyof UrlOptions)[];
const HTTP_ONLY = [
  'headers',
  'retryDelay',
  'maxRetryDelay',
  'retryLimit',
  'retryAfterAttempts',
  'retryAfterLimit',
] as const satisfies readonly (keyof UrlOptions)[];
const URL_ONLY = ['auth', 'fetch', ...HTTP_ONLY] as const satisfies readonly (keyof UrlOptions)[];

/**
 * Finds out how a server is reached. Opens nothing yet.
 *
 * @throws {TypeError} if the target is none, or options do not go with it.
 */
export function dial(target: Target, options: DialOptions): Dial {
  if (typeof target === 'function') {
    refuse([...COMMAND_ONLY, ...URL_ONLY, ...SHARED], options, 'goes to the transport that you make');
    return { transport: target, again: true };
  }
  if (isTransport(target)) {
    refuse([...COMMAND_ONLY, ...URL_ONLY, ...SHARED], options, 'goes to the transport that you make');
    return { transport: () => target, again: false };
  }
  const url = urlOf(target);
  if (url !== undefined) {
    refuse(COMMAND_ONLY, options, 'is for servers that are started by a command');
    return { transport: (onReopen, onLogin) => overHttp(url, { ...options, onReopen }, onLogin), again: true };
  }
  refuse(URL_ONLY, options, 'is for servers that are reached by a URL');
  const command = commandOf(target as string | readonly string[]);
  requireNode('A command as target');
  return { transport: () => overStdio(command, options), again: true };
}

async function overHttp(
  url: URL,
  options: DialOptions & Pick<HttpClientOptions, 'onReopen'>,
  onLogin: ClientAuthRequest['onLogin'],
): Promise<Transport> {
  const { HttpClientTransport } = await import('@mcp-gen/runtime/http/client');
  const { auth, fetch: send = fetch, revisions = SPOKEN_REVISIONS } = options;
  const closing = new AbortController();
  const transport = new HttpClientTransport({
    url,
    fetch: auth?.wrapFetch({ server: url, fetch: send, revisions, signal: closing.signal, onLogin }) ?? send,
    ...pick(options, [...HTTP_ONLY, ...SHARED, 'ledger', 'onError', 'onReopen']),
  });
  if (auth === undefined) return transport;
  const close = transport.close.bind(transport);
  return Object.assign(transport, {
    close: (): Promise<void> => {
      closing.abort(new Error('The connection was closed'));
      return close();
    },
  });
}

async function overStdio(command: CommandLine, options: CommandOptions): Promise<Transport> {
  const { StdioClientTransport } = await import('@mcp-gen/runtime/stdio');
  return new StdioClientTransport({
    ...command,
    ...pick(options, [...COMMAND_ONLY, ...SHARED, 'ledger']),
  });
}

function urlOf(target: unknown): URL | undefined {
  if (target instanceof URL) return checkScheme(target);
  if (typeof target !== 'string' || !/^[a-z][a-z0-9+.-]*:\/\//i.test(target)) return undefined;
  if (!URL.canParse(target)) throw new TypeError(`This is not a URL: ${target}`);
  return checkScheme(new URL(target));
}

function checkScheme(url: URL): URL {
  if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  throw new TypeError(`Servers are reached by http: or https:, not by ${url.protocol}`);
}

function commandOf(target: string | readonly string[]): CommandLine {
  if (typeof target === 'string') {
    if (/^\s*[\w.-]+:\d+(?:\/\S*)?\s*$/.test(target)) {
      throw new TypeError(`${target} is not a command. If it is a URL, write it in full: http://${target.trim()}`);
    }
    return parseCommandLine(target);
  }
  const isCommand = Array.isArray(target) && target.every((word) => typeof word === 'string');
  const [command, ...args] = isCommand ? target : [];
  if (command !== undefined && command !== '') return { command, args };
  throw new TypeError('A target is a command line, an array of program and arguments, a URL, or a transport');
}

function isTransport(target: unknown): target is Transport {
  return typeof target === 'object' && target !== null && 'start' in target && 'send' in target;
}

function refuse(names: readonly (keyof (CommandOptions & UrlOptions))[], options: object, why: string): void {
  const given = names.find((name) => (options as Record<string, unknown>)[name] !== undefined);
  if (given !== undefined) throw new TypeError(`The option ${given} ${why}`);
}

/** Options that are given: what is left out must not be `undefined`, or it would count as given. */
function pick<Options extends object, Name extends keyof Options>(
  options: Options,
  names: readonly Name[],
): Pick<Options, Name> {
  const given = names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]] as const);
  return Object.fromEntries(given) as Pick<Options, Name>;
}
