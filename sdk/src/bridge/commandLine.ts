/** The command line of a bridge. */

import type { ClientAuth } from '../client/target.js';
import { SUPPORTED_REVISIONS, type SupportedRevision } from '../revisions.js';
import { bridge, type BridgeService } from './bridge.js';

/** The parsed command line. */
interface BridgeArguments {
  target: URL | readonly string[] | undefined;
  help: boolean;
  http: number | undefined;
  host: string | undefined;
  revision: string | undefined;
  auth: boolean;
  quiet: boolean;
  readonly headers: Record<string, string>;
  readonly env: Record<string, string>;
}

const DEFAULT_PORT = 3000;

/** The package for logins. The sdk does not depend on it. */
const AUTH_PACKAGE = '@mcp-gen/auth';

const HELP = `Usage: mcp-gen bridge [options] -- <command> [args]
       mcp-gen bridge [options] <url>

Lets a client of any protocol revision use a server of any other. The bridge starts the
server with its command, or connects to its URL. The client connects to the bridge over
standard input and output, or over HTTP.

Options:
  --http [port]            serve HTTP on this port (default: ${DEFAULT_PORT}), instead of stdio
  --host <address>         the address to listen on, with --http (default: 127.0.0.1)
  --revision <revision>    the revision to use with the server (default: the client's, if that has
                           sessions and the server supports it, else the newest of the server)
  --header <name: value>   send a header with all requests to the URL; repeatable
  --auth                   log in to the URL with OAuth, in a browser, when the server requires it;
                           requires the package ${AUTH_PACKAGE}
  --env <name=value>       set an environment variable of the command; repeatable
  --quiet                  do not print which parts of messages are lost, since the revision of
                           their receiver cannot express them (default: each kind once)
  -h, --help               display help for command

Examples:
  mcp-gen bridge -- npx -y some-server
  mcp-gen bridge --header 'Authorization: Bearer secret' https://mcp.example.com/mcp
  mcp-gen bridge --auth https://mcp.example.com/mcp
  mcp-gen bridge --http 8080 --revision 2025-06-18 -- node server.js

Exit codes:
  0   the client or a signal has ended the bridge; with --http, only a signal does
  1   the server has ended, or is unreachable
  2   invalid arguments, or a port that is not available
`;

/**
 * Runs a bridge with command-line arguments, until the client, the server, or a signal ends it.
 *
 * @param args the arguments, without the program name
 * @returns the exit code
 * @throws {TypeError} if an argument is invalid.
 * @throws {Error} if listening on the port fails.
 */
export async function runBridge(args: readonly string[]): Promise<0 | 1> {
  const asked = parse(args);
  if (asked.help) {
    // oxlint-disable-next-line no-restricted-properties -- nothing of the other side is in it
    process.stdout.write(HELP);
    return 0;
  }
  const { target, headers, env, revision, http, host, auth, quiet } = asked;
  if (target === undefined) throw new TypeError('Missing server: expected a URL, or -- and a command');
  const isUrl = target instanceof URL;
  if (isUrl && Object.keys(env).length > 0) throw new TypeError('--env is only valid for servers with a command');
  if (!isUrl && Object.keys(headers).length > 0) throw new TypeError('--header is only valid for servers with a URL');
  if (!isUrl && auth) {
    throw new TypeError('--auth is only valid for servers with a URL. Pass credentials to a command with --env');
  }
  if (host !== undefined && http === undefined) throw new TypeError('--host requires --http');
  const bridged = bridge(target, {
    ...(isUrl ? { headers } : { env }),
    ...(isUrl && auth && { auth: await loginTo(target) }),
    ...(revision !== undefined && { revisions: [checkRevision(revision)] }),
    ...(quiet && { onLoss: () => undefined }),
  });
  return http === undefined ? overStdio(bridged) : overHttp(bridged, http, host);
}

/**
 * Returns the authorization with which the local user can log in.
 *
 * @throws {Error} if the package for it is not installed.
 */
async function loginTo({ protocol }: URL): Promise<ClientAuth> {
  // Not a literal, so that neither the compiler nor a bundler resolves it.
  const entry: string = `${AUTH_PACKAGE}/node`;
  try {
    const { login } = (await import(entry)) as { login: (options: object) => ClientAuth };
    // Standard input carries the messages of the client, so it cannot be used for the login. An http: URL was the user's choice.
    return login({ input: false, allowHttp: protocol === 'http:', clientName: 'mcp-gen bridge' });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new Error(
      `--auth requires the package ${AUTH_PACKAGE}, which is not installed. Run: npm install ${AUTH_PACKAGE}`,
      {
        cause,
      },
    );
  }
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

async function overHttp(bridged: BridgeService, port: number, hostname: string | undefined): Promise<0> {
  // Imported here, so that stdio does not load HTTP.
  const { serveHttp } = await import('@mcp-gen/runtime/http/server');
  const { handlers, options } = bridged;
  const service = await serveHttp(handlers, { ...options, port, ...(hostname !== undefined && { hostname }) });
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
    host: undefined,
    revision: undefined,
    auth: false,
    quiet: false,
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
    if (arg === '--') {
      if (asked.target !== undefined) throw new TypeError('Expected either a URL or a command, not both');
      if (rest.length === 0) throw new TypeError('Missing command after --');
      asked.target = rest.splice(0);
    } else if (name === '-h' || name === '--help') asked.help = true;
    else if (arg === '--auth') asked.auth = true;
    else if (arg === '--quiet') asked.quiet = true;
    else if (name === '--http') asked.http = portOf(inline ?? (/^\d+$/.test(rest[0] ?? '') ? rest.shift() : undefined));
    else if (name === '--host') asked.host = value();
    else if (name === '--revision') asked.revision = value();
    else if (name === '--header') addPair(asked.headers, name, value(), ':');
    else if (name === '--env') addPair(asked.env, name, value(), '=');
    else if (arg.startsWith('-')) throw new TypeError(`Unknown option ${JSON.stringify(arg)}`);
    else if (asked.target !== undefined) throw new TypeError(`Unexpected argument ${JSON.stringify(arg)}`);
    else asked.target = urlOf(arg);
  }
  return asked;
}

function portOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new TypeError(`Invalid port ${JSON.stringify(text)}: expected an integer from 0 to 65535`);
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

function checkRevision(id: string): SupportedRevision {
  const found = SUPPORTED_REVISIONS.find((each) => each === id);
  if (found !== undefined) return found;
  throw new TypeError(`Unsupported revision ${JSON.stringify(id)}. Supported: ${SUPPORTED_REVISIONS.join(', ')}`);
}
