import { access } from 'node:fs/promises';
import { addressText, consentText, readConfig, redactor, resolveServer, type ServerConfig } from '@mcp-gen/sdk/host';
import { printable } from '../compiler.js';
import { MistakeError } from '../mistakeError.js';
import type { BindArguments } from './arguments.js';

/** A server to bind. */
export interface BoundServer {
  /** Its name in the project. Default: the name that the server reports. */
  readonly name: string | undefined;
  /** How to connect to it. */
  readonly reached: ReturnType<typeof resolveServer>;
  /** Its URL, if it has one. */
  readonly url: URL | undefined;
  /** The command or URL in one line for errors, as in the configuration, without values of environment variables. */
  readonly address: string;
  /** All that the user consents to, in one line: command, folder, and variables. */
  readonly consent: string;
  /** Removes the secrets of the configuration from a string. */
  readonly redact: (text: string) => string;
}

/** The servers on the command line, and whether the user has to consent first. */
export interface BoundServers {
  readonly servers: readonly BoundServer[];
  readonly needsConsent: boolean;
}

/**
 * Resolves the servers of the command line, without connecting.
 *
 * @throws {MistakeError} if the arguments conflict.
 * @throws {ConfigError} if the configuration is invalid.
 */
export async function findServers(asked: BindArguments): Promise<BoundServers> {
  const { words, server: names, header, env, auth, login } = asked;
  const [word = ''] = words;
  const isUrl = words.length === 1 && /^https?:\/\//i.test(word);
  if (!isUrl && Object.keys(header).length > 0) throw new MistakeError('--header is only valid for servers with a URL');
  if (!isUrl && auth === true) throw new MistakeError('--auth is only valid for servers with a URL');
  if (auth !== true && Object.keys(login).length > 0)
    throw new MistakeError('The options of a login, such as --auth-scope, require --auth');
  if (words.length === 1 && !isUrl && (await isConfig(word))) {
    if (Object.keys(env).length > 0)
      throw new MistakeError(`--env is not valid for ${word}. Set the variables in that file`);
    return fromConfig(word, names);
  }
  if (names.length > 1) throw new MistakeError('--server is only repeatable for a configuration file');
  if (isUrl && Object.keys(env).length > 0) throw new MistakeError('--env is only valid for servers with a command');
  const [name] = names;
  const [command = '', ...args] = words;
  if (isUrl) return { servers: [bound(name, { url: word, headers: header })], needsConsent: false };
  if (words.length > 1) return { servers: [bound(name, { command, args, env })], needsConsent: false };
  // A single word is a command line, which the client splits.
  const config = { command: 'true', env };
  const { options } = resolveServer('server', config);
  const described = { address: printable(word), consent: consentText(config), redact: redactor(config) };
  return { servers: [{ name, reached: { target: word, options }, url: undefined, ...described }], needsConsent: false };
}

async function isConfig(word: string): Promise<boolean> {
  if (!/\.jsonc?$/i.test(word)) return false;
  return access(word).then(
    () => true,
    () => {
      // Several words are a command line, unless a file has this name.
      if (/\s/.test(word)) return false;
      throw new MistakeError(`${word}: file not found`);
    },
  );
}

async function fromConfig(path: string, names: readonly string[]): Promise<BoundServers> {
  const configs = await readConfig(path);
  const unknown = names.find((name) => !Object.hasOwn(configs, name));
  if (unknown !== undefined) {
    const known = Object.keys(configs).join(', ');
    throw new MistakeError(
      `Unknown server ${JSON.stringify(unknown)} in ${path}. Servers: ${known === '' ? 'none' : known}`,
    );
  }
  const chosen = Object.entries(configs).filter(([name, config]) =>
    names.length === 0 ? !isDisabled(config) : names.includes(name),
  );
  if (chosen.length === 0) throw new MistakeError(`${path} has no enabled servers`);
  return { servers: chosen.map(([name, config]) => bound(name, config)), needsConsent: true };
}

function isDisabled(config: ServerConfig): boolean {
  return 'disabled' in config && config.disabled === true;
}

function bound(name: string | undefined, config: ServerConfig): BoundServer {
  const reached = resolveServer('server', config);
  const { target } = reached;
  const url = typeof target === 'string' ? new URL(target) : undefined;
  return { name, reached, url, address: addressText(config), consent: consentText(config), redact: redactor(config) };
}
