/** The command-line options of a login, shared by `mcp-gen bridge` and `mcp-gen bind`. */

import type { ClientAuth } from '../client/target.js';

/** The package for logins. The sdk does not depend on it. */
export const AUTH_PACKAGE = '@mcp-gen/auth';

/** An option of a login. All but `--auth` itself require `--auth`. */
export interface LoginFlag {
  /** The name: `--auth-private-host`. */
  readonly flag: string;
  /** The placeholder of its value: `<host>`. Default: it has no value. */
  readonly value?: string;
  /** What it does, for `--help`. */
  readonly help: string;
  /**
   * Adds the value to options of `login`.
   *
   * @throws {TypeError} if the value is invalid. The message does not contain it.
   */
  readonly apply: (options: LoginSettings, text: string) => LoginSettings;
}

/** Options of `login` in `@mcp-gen/auth/node` that the command line sets. */
export interface LoginSettings {
  /** Whether `http:` is allowed on this machine. Default: if the URL of the server is `http:`. */
  readonly allowHttp?: boolean;
  /** Hosts of authorization servers in private networks. Default: none. */
  readonly privateHosts?: readonly string[];
  /** The issuer identifier of the only authorization server to use. Default: the first one that the server names. */
  readonly issuer?: string;
  /** Whether the metadata of the server must name exactly its URL, and not its origin. Default false. */
  readonly exactResource?: boolean;
  /** Scopes to request, separated by spaces. Default: those that the server requires. */
  readonly scope?: string;
  /** The registered client. Default: dynamic registration. */
  readonly client?: LoginClient;
  /** The redirect URI of the client. Default: `http://127.0.0.1/callback`. */
  readonly redirectUri?: string;
  /** Milliseconds that one login may take. Default: that of `login`. */
  readonly loginTimeout?: number;
}

/** A client that is registered with an authorization server. */
export interface LoginClient {
  /** The client identifier. */
  readonly id: string;
  /** The secret. Default: none. */
  readonly secret?: string;
}

/** The options of a login, in the order of the help. The errors of `@mcp-gen/auth` name them. */
export const LOGIN_FLAGS: readonly LoginFlag[] = [
  {
    flag: '--auth-private-host',
    value: '<host>',
    help: 'allow an authorization server at this host of a private network; repeatable',
    apply: (options, host) => ({ ...options, privateHosts: [...(options.privateHosts ?? []), checkHost(host)] }),
  },
  {
    flag: '--auth-allow-http',
    help: 'allow an authorization server on this machine without https (default: only if the URL is http:)',
    apply: (options) => ({ ...options, allowHttp: true }),
  },
  {
    flag: '--auth-issuer',
    value: '<url>',
    help: 'the only authorization server to use, by its issuer identifier (default: the first one of the server)',
    apply: (options, issuer) => ({ ...options, issuer }),
  },
  {
    flag: '--auth-exact-resource',
    help: 'refuse a server whose tokens are valid for its whole origin, or a parent of its path (default: accept it)',
    apply: (options) => ({ ...options, exactResource: true }),
  },
  {
    flag: '--auth-scope',
    value: '<scopes>',
    help: 'scopes to request, separated by spaces (default: those that the server requires)',
    apply: (options, scope) => ({ ...options, scope }),
  },
  {
    flag: '--auth-client-id',
    value: '<id>',
    help: 'the client, if it is registered with the authorization server (default: register one)',
    apply: (options, id) => ({ ...options, client: { ...options.client, id } }),
  },
  {
    flag: '--auth-client-secret-env',
    value: '<name>',
    help: 'the environment variable with the secret of this client (default: none)',
    apply: (options, name) => ({ ...options, client: { id: '', ...options.client, secret: secretIn(name) } }),
  },
  {
    flag: '--auth-redirect-uri',
    value: '<url>',
    help: 'the redirect URI that this client is registered with (default: http://127.0.0.1/callback)',
    apply: (options, redirectUri) => ({ ...options, redirectUri }),
  },
  {
    flag: '--auth-timeout',
    value: '<seconds>',
    help: 'how long one login may take (default: 300)',
    apply: (options, text) => ({ ...options, loginTimeout: secondsOf(text) * 1_000 }),
  },
];

/** The login of a command: who asks for it, and where input may be typed. */
export interface LoginContext {
  /** The name that users see: `mcp-gen bridge`. */
  readonly clientName: string;
  /** False if standard input carries messages, so that it cannot be used for the login. */
  readonly input?: false;
  /** Whether the user can be prompted. If not, only a login that was made before is used. Default true. */
  readonly interactive?: boolean;
}

/** The part of `@mcp-gen/auth/node` that commands use. */
export interface LoginModule<Auth extends ClientAuth = ClientAuth> {
  /** Returns the authorization with which the local user can log in. */
  readonly login: (options: LoginSettings & LoginContext) => Auth;
}

/** Loads `@mcp-gen/auth/node`. */
export type LoadLogin<Auth extends ClientAuth = ClientAuth> = () => Promise<LoginModule<Auth>>;

/**
 * Returns the authorization with which the local user can log in. An `http:` URL was the user's choice, so it allows `http:`.
 *
 * @param load for a package that depends on `@mcp-gen/auth`. Default: it is loaded if it is installed beside the sdk
 * @throws {TypeError} if the options conflict, or the package for it is not installed.
 */
export async function loginTo<Auth extends ClientAuth = ClientAuth>(
  { protocol }: URL,
  settings: LoginSettings,
  context: LoginContext,
  load: LoadLogin<Auth> = () => loadInstalled(context.clientName) as Promise<LoginModule<Auth>>,
): Promise<Auth> {
  if (settings.client?.id === '') throw new TypeError('--auth-client-secret-env requires --auth-client-id');
  const { login } = await load();
  return login({ allowHttp: protocol === 'http:', ...settings, ...context });
}

/** @param clientName its last word names the program: `mcp-gen bind` */
async function loadInstalled(clientName: string): Promise<LoginModule> {
  // Not a literal, so that neither the compiler nor a bundler resolves it.
  const entry: string = `${AUTH_PACKAGE}/node`;
  try {
    return (await import(entry)) as LoginModule;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    const program = clientName.split(' ').at(-1);
    // npx installs programs in a folder of its own, which does not see what is installed here.
    const advice =
      process.env['npm_command'] === 'exec'
        ? `Run with the same options: npx -y -p @mcp-gen/${program} -p ${AUTH_PACKAGE} mcp-gen-${program}`
        : `Run: npm install ${AUTH_PACKAGE}`;
    throw new TypeError(`--auth requires the package ${AUTH_PACKAGE}, which is not installed. ${advice}`, { cause });
  }
}

function checkHost(host: string): string {
  if (URL.canParse(`https://${host}`) && new URL(`https://${host}`).hostname === host.toLowerCase()) return host;
  throw new TypeError('Invalid value of --auth-private-host: expected a host, without scheme, port, and path');
}

function secretIn(name: string): string {
  const secret = process.env[name];
  if (secret !== undefined && secret !== '') return secret;
  throw new TypeError(`The environment variable ${JSON.stringify(name)} of --auth-client-secret-env is not set`);
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 86_400) return seconds;
  throw new TypeError('Invalid value of --auth-timeout: expected a number of seconds, at most 86400');
}
