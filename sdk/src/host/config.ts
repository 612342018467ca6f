import type { Transport } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { CommandOptions, Target, UrlOptions } from '../client/target.js';
import { ConfigError } from './hostErrors.js';
import { isNameList, isToolFilter, type ToolFilterOptions } from './toolFilter.js';

/** Settings of any server in a configuration. */
export interface ServerSettings {
  /** The tools that are offered and can be called: an array of names, or an object with `include` and `exclude`. Default: all. */
  readonly tools?: readonly string[] | ToolFilterOptions | undefined;
}

/** A server that the host starts, connected over stdio. */
export interface CommandServer extends ServerSettings {
  /** `local` is an alias of `stdio`. Default: `stdio`, if there is a command. */
  readonly type?: 'stdio' | 'local' | undefined;
  /** The program: a path, or a name found in PATH. It runs without a shell. */
  readonly command: string;
  /** The arguments. Default: none. */
  readonly args?: readonly string[] | undefined;
  /** Environment variables. In addition, the process inherits only common variables, such as PATH and HOME. Default: none. */
  readonly env?: { readonly [name: string]: string } | undefined;
  /** The working directory. Default: that of this process. */
  readonly cwd?: string | undefined;
}

/** A server that is reached over HTTP, with either of the two HTTP transports. */
export interface UrlServer extends ServerSettings {
  /** The transport, for documentation: it is always detected automatically. Default: none. */
  readonly type?: 'http' | 'streamable-http' | 'sse' | undefined;
  /** The endpoint: it begins with `http://` or `https://`. */
  readonly url: string;
  /** Headers for every request, such as `authorization`. Default: only those of the protocol. */
  readonly headers?: { readonly [name: string]: string } | undefined;
}

/**
 * The configuration of a server, in the format of desktop hosts' configuration files; or a function that returns a transport for each
 * connection. In strings, `${NAME}` and `${NAME:-default}` are replaced by environment variables of this process. Unknown keys are ignored;
 * a server with `disabled: true` is left out.
 */
export type ServerConfig = CommandServer | UrlServer | (() => Transport | Promise<Transport>);

/** Servers by name. */
export type ServerConfigs = { readonly [server: string]: ServerConfig };

/** A server in the form that `connect` needs. */
export interface ServerTarget {
  /** The target for `connect`. */
  readonly target: Target;
  /** The kind of the target. */
  readonly kind: 'command' | 'url' | 'transport';
  /** The options for `connect`, with variables expanded. */
  readonly options: CommandOptions & UrlOptions;
  /** Tool filters, all of which a tool must pass. Undefined: all tools are offered. */
  readonly filters?: readonly ToolFilterOptions[];
}

const URL_TYPES = ['http', 'streamable-http', 'sse'];
const TYPES = ['stdio', 'local', ...URL_TYPES];

/** Arrays of tools in the configuration of other hosts, such as Gemini CLI (`includeTools`, `excludeTools`) and Kiro (`disabledTools`). */
const TOOL_LISTS = { includeTools: 'include', excludeTools: 'exclude', disabledTools: 'exclude' } as const;

/**
 * Parses the configuration of servers. Does not open connections.
 *
 * @param where the location of the servers, for errors: `mcp.json: mcpServers`
 * @throws {ConfigError} with all problems, each with its location and the expected value.
 */
export function readServers(servers: unknown, where: string): Map<string, ServerTarget> {
  const reader = new ConfigReader();
  const targets = reader.servers(servers, where);
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return targets;
}

/**
 * Returns the target and options of one server for `connect`, with variables expanded. Does not open a connection.
 *
 * @param name its name, for errors
 * @throws {ConfigError} with all problems, or if the server is disabled.
 */
export function resolveServer(name: string, config: ServerConfig): Pick<ServerTarget, 'target' | 'options'> {
  const found = readServers({ [name]: config }, 'servers').get(name);
  if (found === undefined) throw new ConfigError([`The server ${JSON.stringify(name)} is disabled`]);
  return { target: found.target, options: found.options };
}

type Fields = { readonly [key: string]: unknown };

/** Continues after a problem, so that all problems are reported at once. */
class ConfigReader {
  readonly problems: string[] = [];

  servers(servers: unknown, where: string): Map<string, ServerTarget> {
    const targets = new Map<string, ServerTarget>();
    if (!isObject(servers)) {
      this.#expect(where, 'an object with a server under each key', servers);
      return targets;
    }
    for (const [name, server] of Object.entries(servers)) {
      const target = this.#server(server, keyOf(where, name));
      if (target !== undefined) targets.set(name, target);
    }
    return targets;
  }

  #server(server: unknown, where: string): ServerTarget | undefined {
    if (typeof server === 'function') return { target: server as () => Transport, kind: 'transport', options: {} };
    if (!isObject(server)) {
      this.#expect(where, 'an object with a command or a url', server);
      return undefined;
    }
    if (server.disabled === true) return undefined;
    const { type, command, url } = server;
    if (type !== undefined && !TYPES.includes(type as string)) {
      this.#expect(keyOf(where, 'type'), `one of ${TYPES.join(', ')}`, type, 'another string');
    } else if (command !== undefined && url !== undefined) {
      this.#report(where, 'has both a command and a url: remove one of them');
    } else {
      const isUrl = type === undefined ? url !== undefined : URL_TYPES.includes(type as string);
      const target = isUrl ? this.#url(server, where) : this.#command(server, where);
      const filters = this.#filters(server, where);
      return filters.length === 0 ? target : { ...target, filters };
    }
    return undefined;
  }

  #filters(server: Fields, where: string): readonly ToolFilterOptions[] {
    const { tools } = server;
    const filters: ToolFilterOptions[] = [];
    if (Array.isArray(tools)) filters.push({ include: this.#names(tools, keyOf(where, 'tools')) });
    else if (tools !== undefined) {
      if (isToolFilter(tools)) filters.push(tools);
      else
        this.#expect(
          keyOf(where, 'tools'),
          'an array of names, or an object of such arrays, include and exclude',
          tools,
        );
    }
    for (const [key, filter] of Object.entries(TOOL_LISTS)) {
      if (server[key] !== undefined) filters.push({ [filter]: this.#names(server[key], keyOf(where, key)) });
    }
    return filters;
  }

  #names(value: unknown, where: string): readonly string[] {
    if (isNameList(value)) return value;
    this.#expect(where, 'an array of tool names', value);
    return [];
  }

  #command({ command, args = [], env, cwd }: Fields, where: string): ServerTarget {
    const program = this.#text(command, keyOf(where, 'command'), 'the program of the server, as a string');
    if (typeof command === 'string' && program === '')
      this.#expect(keyOf(where, 'command'), 'the program of the server', program);
    return {
      kind: 'command',
      target: [program, ...this.#list(args, keyOf(where, 'args'))],
      options: {
        ...(env !== undefined && { env: this.#texts(env, keyOf(where, 'env')) }),
        ...(cwd !== undefined && { cwd: this.#text(cwd, keyOf(where, 'cwd')) }),
      },
    };
  }

  #url({ url, headers }: Fields, where: string): ServerTarget {
    const before = this.problems.length;
    const text = this.#text(url, keyOf(where, 'url'), 'the URL of the server, as a string');
    if (this.problems.length === before && !isHttp(text)) {
      this.#expect(keyOf(where, 'url'), 'a URL that begins with http:// or https://', text, 'another string');
    }
    return {
      kind: 'url',
      target: text,
      options: headers === undefined ? {} : { headers: this.#texts(headers, keyOf(where, 'headers')) },
    };
  }

  #text(value: unknown, where: string, expected = 'a string'): string {
    if (typeof value === 'string')
      return expandVariables(value, process.env, (problem) => this.#report(where, problem));
    this.#expect(where, expected, value);
    return '';
  }

  #list(value: unknown, where: string): readonly string[] {
    if (Array.isArray(value)) return value.map((item, index) => this.#text(item, `${where}[${index}]`));
    this.#expect(where, 'an array of strings', value);
    return [];
  }

  #texts(value: unknown, where: string): { readonly [name: string]: string } {
    if (isObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#text(item, keyOf(where, key))]));
    }
    this.#expect(where, 'an object of strings', value);
    return {};
  }

  /** Describes a value by its kind only, since it may be a secret. */
  #expect(where: string, expected: string, found: unknown, text = 'a string'): void {
    this.#report(where, `expected ${expected}, found ${describe(found, text)}`);
  }

  #report(where: string, problem: string): void {
    this.problems.push(`${where}: ${problem}`);
  }
}

function describe(found: unknown, text: string): string {
  if (found === undefined) return 'nothing';
  if (found === null) return 'null';
  if (Array.isArray(found)) return 'an array';
  if (typeof found === 'string') return found === '' ? 'an empty string' : text;
  return typeof found === 'object' ? 'an object' : `a ${typeof found}`;
}

function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function keyOf(where: string, key: string): string {
  return /^[A-Za-z_][\w-]*$/.test(key) ? `${where}.${key}` : `${where}[${JSON.stringify(key)}]`;
}

/** `${NAME}`, `${NAME:-default}`, and `${env:NAME}`, which some hosts use for the first. */
const VARIABLE = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}|\$\{([a-z]+:[^-}][^}]*)\}/g;

/**
 * Replaces `${NAME}` and `${NAME:-default}` with environment variables. The default is used if the variable is unset or empty. Values are
 * not expanded again. Other text, including `$NAME`, is unchanged.
 *
 * @param report called for each variable without a value
 */
function expandVariables(
  text: string,
  environment: { readonly [name: string]: string | undefined },
  report: (problem: string) => void,
): string {
  return text.replace(VARIABLE, (whole, name: string | undefined, fallback: string | undefined, other: string) => {
    if (name === undefined) {
      report(`unsupported variable ${whole}: write \${${other.replace(/^[a-z]+:/, '')}} for an environment variable`);
      return whole;
    }
    const value = environment[name];
    if (fallback !== undefined) return value === undefined || value === '' ? fallback : value;
    if (value === undefined) {
      report(`environment variable ${name} is not set: set it, or write \${${name}:-default}`);
    }
    return value ?? whole;
  });
}
