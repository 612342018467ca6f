/** The command line of a bridge. */

import { nearest } from '@mcp-gen/runtime/options';
import type { ServeHttpOptions } from '@mcp-gen/runtime/http/server';
import { SUPPORTED_REVISIONS, type RevisionChoice } from '../revisions.js';
import { bridge, type BridgeLimits, type BridgeOptions, type BridgeService, type BridgeTimeouts } from './bridge.js';
import { AUTH_PACKAGE, LOGIN_FLAGS, loginTo, type LoadLogin, type LoginSettings } from './loginFlags.js';

/** The parsed command line. */
interface BridgeArguments {
  target: URL | readonly string[] | undefined;
  help: boolean;
  http: number | undefined;
  access: Access;
  revision: string | undefined;
  /** The modules of revisions that this package does not contain. */
  readonly revisionModules: string[];
  /** Whether to log in. Undefined without an option. */
  auth: boolean | undefined;
  quiet: boolean;
  login: LoginSettings;
  limits: Limits;
  readonly headers: Record<string, string>;
  readonly env: Record<string, string>;
}

/** The package that is a bridge with logins. */
const BRIDGE_PACKAGE = '@mcp-gen/bridge';

const DEFAULT_PORT = 3000;

/** The options of a bridge that refuse or end something, and are numbers. */
type Limits = Pick<BridgeOptions, 'limits' | 'timeouts'>;

function limit(name: keyof BridgeLimits): (limits: Limits, value: number) => Limits {
  return (limits, value) => ({ ...limits, limits: { ...limits.limits, [name]: value } });
}

function timeout(name: keyof BridgeTimeouts): (limits: Limits, value: number) => Limits {
  return (limits, value) => ({ ...limits, timeouts: { ...limits.timeouts, [name]: value } });
}

const LIMIT_FLAGS = [
  {
    flag: '--connect-timeout',
    value: '<ms>',
    apply: timeout('connectTimeout'),
    help: 'how long opening a session with the server may take (default: 60000)',
  },
  {
    flag: '--question-timeout',
    value: '<ms>',
    apply: timeout('questionTimeout'),
    help: 'how long answers of a client without a session may take (default: 600000)',
  },
  {
    flag: '--message-limit',
    value: '<bytes>',
    apply: limit('messageLimit'),
    help: 'the maximum size of a message of the server',
  },
  {
    flag: '--value-limit',
    value: '<number>',
    apply: limit('valueLimit'),
    help: 'the maximum number of values in a message of the server',
  },
] as const;

/** The options of serving over HTTP: the address, and what requests of clients are refused by. */
type Access = Pick<ServeHttpOptions, 'hostname' | 'allowedHosts' | 'allowedOrigins' | 'trustProxy'>;

const ACCESS_FLAGS = [
  {
    flag: '--host',
    value: '<address>',
    help: 'the address to listen on, with --http (default: 127.0.0.1)',
    apply: (access: Access, hostname: string): Access => ({ ...access, hostname }),
  },
  {
    flag: '--allowed-hosts',
    value: '<hosts>',
    help: 'with --http, hosts that clients reach the bridge by, separated by commas (default: those of this machine)',
    apply: (access: Access, text: string): Access => ({ ...access, allowedHosts: namesIn(text) }),
  },
  {
    flag: '--allowed-origins',
    value: '<origins>',
    help: 'with --http, origins of pages that may call the bridge, separated by commas (default: those of its hosts)',
    apply: (access: Access, text: string): Access => ({ ...access, allowedOrigins: namesIn(text) }),
  },
  {
    flag: '--trust-proxy',
    value: '<number>',
    help: 'with --http, the number of proxies in front, whose X-Forwarded headers are trusted (default: 0)',
    apply: (access: Access, text: string): Access => ({ ...access, trustProxy: numberOf('--trust-proxy', text) }),
  },
] as const;

const LOGIN_CONTEXT = { clientName: 'mcp-gen bridge', input: false } as const;

/** Columns of an option and its value in the help. */
const OPTION_WIDTH = 26;

/** Returns the lines of the help for options of a table. */
function helpOf(flags: readonly { readonly flag: string; readonly value?: string; readonly help: string }[]): string {
  return flags
    .map(({ flag, value, help }) => {
      const option = value === undefined ? flag : `${flag} ${value}`;
      const gap =
        option.length < OPTION_WIDTH ? ' '.repeat(OPTION_WIDTH - option.length) : `\n${' '.repeat(OPTION_WIDTH + 2)}`;
      return `  ${option}${gap}${help}`;
    })
    .join('\n');
}

const HELP = `Usage: mcp-gen bridge [options] -- <command> [args]
       mcp-gen bridge [options] <url>

Lets a client of any protocol revision use a server of any other. The bridge starts the
server with its command, or connects to its URL. The client connects to the bridge over
standard input and output, or over HTTP.

Without mcp-gen in the project: npx -y ${BRIDGE_PACKAGE} [options]. It logs in to a URL that
requires it, except with --http or a header Authorization.

Options:
  --http [port]            serve HTTP on this port (default: ${DEFAULT_PORT}), instead of stdio
${helpOf(ACCESS_FLAGS)}
  --revision <revision>    the revision to use with the server (default: the client's, if that has
                           sessions and the server supports it, else the newest of the server)
  --revision-module <file> support the revision of a generated module, too, such as
                           protocol/draft/served.js; repeatable
  --header <name: value>   send a header with all requests to the URL; repeatable
  --auth                   log in to the URL with OAuth, in a browser, when the server requires it;
                           requires the package ${AUTH_PACKAGE}, which ${BRIDGE_PACKAGE} has
  --no-auth                do not log in
${helpOf(LOGIN_FLAGS)}
  --env <name=value>       set an environment variable of the command; repeatable
  --quiet                  do not print which parts of messages are lost, since the revision of
                           their receiver cannot express them (default: each kind once)
${helpOf(LIMIT_FLAGS)}
  -h, --help               display help for command

Examples:
  mcp-gen bridge -- npx -y @modelcontextprotocol/server-everything
  mcp-gen bridge --header 'Authorization: Bearer secret' https://mcp.example.com/mcp
  mcp-gen bridge --auth https://mcp.example.com/mcp
  mcp-gen bridge --http 8080 --revision 2025-06-18 -- node server.js

Errors name options of the library, such as limits.messageLimit: here it is --message-limit.

Exit codes:
  0   the client or a signal has ended the bridge; with --http, only a signal does
  1   the server has ended, or is unreachable
  2   invalid arguments, or a port that is not available
`;

/** The names of all options, which the help lists once. */
const OPTION_NAMES: readonly string[] = [...HELP.matchAll(/^ +(?:-h, )?(--[a-z-]+)/gm)].flatMap(
  ([, name]) => name ?? [],
);

/** Hosts of this computer: tokens that are sent to them over HTTP stay in it. */
const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** What the package of a program adds to {@link runBridge}. */
export interface BridgeProgram {
  /**
   * Loads the function that logs in. Then `--auth` is the default for an `https:` URL or one of this computer, unless other users could use the credentials (`--http`), or the
   * header `Authorization` is set. Default: `@mcp-gen/auth/node`, if it is installed and `--auth` is set.
   */
  readonly loadLogin?: LoadLogin;
}

/**
 * Runs a bridge with command-line arguments, until the client, the server, or a signal ends it.
 *
 * @param args the arguments, without the program name
 * @returns the exit code
 * @throws {TypeError} if an argument is invalid.
 * @throws {Error} if listening on the port fails.
 */
export async function runBridge(args: readonly string[], { loadLogin }: BridgeProgram = {}): Promise<0 | 1> {
  const asked = parse(args);
  if (asked.help) {
    // oxlint-disable-next-line no-restricted-properties -- nothing of the other side is in it
    process.stdout.write(HELP);
    return 0;
  }
  const { target, headers, env, http, access, quiet, login, limits } = asked;
  if (target === undefined) throw new TypeError('Missing server: expected a URL, or -- and a command');
  const isUrl = target instanceof URL;
  const isAuthorized = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  const isPrivate = isUrl && (target.protocol === 'https:' || LOOPBACK_HOSTS.includes(target.hostname));
  const { auth = loadLogin !== undefined && isPrivate && http === undefined && !isAuthorized } = asked;
  if (isUrl && Object.keys(env).length > 0) throw new TypeError('--env is only valid for servers with a command');
  if (!isUrl && Object.keys(headers).length > 0) throw new TypeError('--header is only valid for servers with a URL');
  if (!isUrl && auth) {
    throw new TypeError('--auth is only valid for servers with a URL. Pass credentials to a command with --env');
  }
  if (!auth && Object.keys(login).length > 0) {
    const needed = isUrl ? 'require --auth' : 'are only valid for servers with a URL';
    throw new TypeError(`The options of a login, such as --auth-scope, ${needed}`);
  }
  if (http === undefined && Object.keys(access).length > 0) {
    throw new TypeError('--host, --allowed-hosts, --allowed-origins, and --trust-proxy require --http');
  }
  const revisions = await revisionsOf(asked);
  const bridged = bridge(target, {
    ...(isUrl ? { headers } : { env }),
    ...(isUrl && auth && { auth: await loginTo(target, login, LOGIN_CONTEXT, loadLogin) }),
    ...limits,
    ...(revisions !== undefined && { revisions }),
    ...(quiet && { onLoss: () => undefined }),
  });
  return http === undefined ? overStdio(bridged) : overHttp(bridged, http, access);
}

async function overStdio(bridged: BridgeService): Promise<0 | 1> {
  const running = bridged.serve();
  const interrupted = new AbortController();
  const stop = onSignal(() => {
    interrupted.abort();
    void running.close();
  });
  const { reason } = await running.closed;
  stop();
  // The bridge itself closes the connection only when the server has ended.
  return reason === 'closed' && !interrupted.signal.aborted ? 1 : 0;
}

async function overHttp(bridged: BridgeService, port: number, access: Access): Promise<0> {
  // Imported here, so that stdio does not load HTTP.
  const { serveHttp } = await import('@mcp-gen/runtime/http/server');
  const { handlers, options } = bridged;
  const service = await serveHttp(handlers, { ...options, ...access, port });
  // oxlint-disable-next-line no-restricted-properties -- nothing of the other side is in it
  process.stderr.write(`Listening at ${service.url}\n`);
  await new Promise<void>((resolve) => onSignal(resolve));
  await Promise.all([service.close(), bridged.close()]);
  return 0;
}

/** Returns a function that stops listening for signals. */
function onSignal(act: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const name of signals) process.once(name, act);
  return () => {
    for (const name of signals) process.off(name, act);
  };
}

function parse(args: readonly string[]): BridgeArguments {
  const asked: BridgeArguments = {
    target: undefined,
    help: false,
    http: undefined,
    access: {},
    revision: undefined,
    revisionModules: [],
    auth: undefined,
    quiet: false,
    login: {},
    limits: {},
    headers: {},
    env: {},
  };
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [, name = arg, inline] = /^(--[^=]+)=(.*)$/s.exec(arg) ?? [];
    const value = (): string => {
      const given = inline ?? rest.shift();
      if (given === undefined) throw new TypeError(`Missing value for ${name}`);
      return given;
    };
    const loginFlag = LOGIN_FLAGS.find((each) => each.flag === (each.value === undefined ? arg : name));
    const accessFlag = ACCESS_FLAGS.find(({ flag }) => flag === name);
    const limitFlag = LIMIT_FLAGS.find(({ flag }) => flag === name);
    if (arg === '--') {
      if (asked.target !== undefined) throw new TypeError('Expected either a URL or a command, not both');
      if (rest.length === 0) throw new TypeError('Missing command after --');
      asked.target = rest.splice(0);
    } else if (name === '-h' || name === '--help') asked.help = true;
    else if (arg === '--auth' || arg === '--no-auth') asked.auth = arg === '--auth';
    else if (arg === '--quiet') asked.quiet = true;
    else if (name === '--http') asked.http = portOf(inline ?? (/^\d+$/.test(rest[0] ?? '') ? rest.shift() : undefined));
    else if (name === '--revision') asked.revision = value();
    else if (name === '--revision-module') asked.revisionModules.push(value());
    else if (name === '--header') addPair(asked.headers, name, value(), ':');
    else if (name === '--env') addPair(asked.env, name, value(), '=');
    else if (loginFlag !== undefined)
      asked.login = loginFlag.apply(asked.login, loginFlag.value === undefined ? '' : value());
    else if (accessFlag !== undefined) asked.access = accessFlag.apply(asked.access, value());
    else if (limitFlag !== undefined) asked.limits = limitFlag.apply(asked.limits, numberOf(name, value()));
    else if (arg.startsWith('-')) throw unknownOption(name);
    else if (asked.target !== undefined) throw new TypeError(`Unexpected argument ${JSON.stringify(arg)}`);
    else asked.target = urlOf(arg);
  }
  return asked;
}

function unknownOption(name: string): TypeError {
  const meant = nearest(name, OPTION_NAMES);
  const hint = meant === undefined ? '--help lists all options' : `Did you mean "${meant}"?`;
  return new TypeError(`Unknown option ${JSON.stringify(name)}. ${hint}`);
}

function portOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new TypeError(`Invalid port ${JSON.stringify(text)}: expected an integer from 0 to 65535`);
}

/** Returns names that are separated by commas, as in the variables of scaffolded servers; undefined if there are none. */
function namesIn(text: string): readonly string[] | undefined {
  const names = text.split(',').map((name) => name.trim());
  const given = names.filter((name) => name !== '');
  return given.length > 0 ? given : undefined;
}

function numberOf(flag: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new TypeError(`Invalid value ${JSON.stringify(text)} of ${flag}: expected an integer`);
}

/** The error does not repeat the value, which can be a secret. */
function addPair(pairs: Record<string, string>, option: string, text: string, separator: string): void {
  const at = text.indexOf(separator);
  if (at < 1) throw new TypeError(`Invalid value of ${option}: expected a name, "${separator}" and a value`);
  pairs[text.slice(0, at).trim()] = text.slice(at + 1).trim();
}

function urlOf(text: string): URL {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return new URL(text);
  throw new TypeError(`Invalid URL ${JSON.stringify(text)}. Put -- in front of a command`);
}

/** Returns the revisions of both sides: those of this package, and those of modules; undefined: those of this package. */
async function revisionsOf({
  revision,
  revisionModules,
}: BridgeArguments): Promise<readonly RevisionChoice[] | undefined> {
  const { definitionsIn } = await import('./revisionModule.js');
  const defined = (await Promise.all(revisionModules.map(definitionsIn))).flat();
  if (revision === undefined) return defined.length === 0 ? undefined : [...SUPPORTED_REVISIONS, ...defined];
  const ids = [...SUPPORTED_REVISIONS, ...defined.map(({ id }) => id)];
  const found = [...SUPPORTED_REVISIONS, ...defined][ids.indexOf(revision)];
  if (found !== undefined) return [found];
  throw new TypeError(`Unsupported revision ${JSON.stringify(revision)}. Supported: ${ids.join(', ')}`);
}
