/** Describes a server of a configuration for the user, with the names of environment variables instead of their values. */

import { revealText } from '../guard/index.js';
import type { ServerConfig } from './config.js';

/** An environment variable in a configuration. */
const VARIABLE = /\$\{([A-Za-z_]\w*)(?::-[^}]*)?\}/g;

/** What names of variables with credentials contain, anywhere or between separators. */
const ANYWHERE = 'token|secret|passw(?:or)?d|passphrase|credentials?|apikey';
const BETWEEN = '(?:^|[_.-])(?:pass|pwd|key|auth|cookie|session|dsn|pat)';

const CREDENTIAL = new RegExp(`(?:${ANYWHERE}|${BETWEEN})$`, 'i');
const MENTIONS_CREDENTIAL = new RegExp(`${ANYWHERE}|${BETWEEN}(?:$|[_.-])`, 'i');

/** Returns the command or URL in one line. Omits the query of a URL, which may contain a token. */
export function addressText(config: ServerConfig): string {
  if (typeof config === 'function') return 'a transport';
  if ('command' in config) return wordsOf(config.command, config.args);
  return quoted(withoutSecrets(config.url)).slice(1, -1);
}

/** Returns a URL without query, fragment, user name, and password. */
export function withoutSecrets(url: string): string {
  return (url.split(/[?#]/, 1)[0] ?? '').replace(/\/\/[^/\\]*@/, '//');
}

/**
 * Returns all that the user consents to, in one line: each word in quotes, the folder, and the variables or headers that are set. Values of
 * variables not named like credentials are shown, because they can change what runs: NODE_OPTIONS loads modules.
 */
export function consentText(config: ServerConfig): string {
  if (typeof config === 'function') return 'use a transport';
  if (!('command' in config)) {
    return `connect to ${quoted(config.url)}${settings('headers', config.headers, () => true)}`;
  }
  const { command, args, cwd, env } = config;
  const folder = cwd === undefined ? '' : `, in the folder ${quoted(cwd)}`;
  return `run ${wordsOf(command, args)}${folder}${settings('variables', env, isCredential)}`;
}

/**
 * Returns whether the name of a variable ends like that of a credential, so that its value need not be shown before it is used. Variables
 * that change what runs do not: GIT_CONFIG_KEY_0, DBUS_SESSION_BUS_ADDRESS, NODE_OPTIONS.
 */
function isCredential(name: string): boolean {
  return CREDENTIAL.test(name);
}

/** Returns whether the value of a variable may be a credential, so that errors must not contain it. */
export function mayBeCredential(name: string): boolean {
  return MENTIONS_CREDENTIAL.test(name);
}

function wordsOf(command: string, args: readonly string[] = []): string {
  return [command, ...args].map(quoted).join(' ');
}

/**
 * @param isSecret returns whether the value of a name is hidden. Environment variables in it are always shown by name, and user name and
 *   password of a URL are always omitted
 */
function settings(
  what: string,
  values: Readonly<Record<string, string>> = {},
  isSecret: (name: string) => boolean,
): string {
  const each = Object.entries(values).map(([name, value]) => {
    if (!isSecret(name)) return `${quoted(name)} = ${quoted(withoutUser(value))}`;
    const taken = [...value.matchAll(VARIABLE)].map(([, variable = '']) => `\${${variable}}`);
    return `${quoted(name)} (${taken.length > 0 ? `from ${taken.join(', ')}` : 'a fixed value'})`;
  });
  return each.length === 0 ? '' : `, with the ${what} ${each.join(', ')}`;
}

/** Returns `postgres://…@host` for a URL with user name and password, which end at the last `@` before the path, query, and fragment. */
function withoutUser(value: string): string {
  return value.replace(/^([a-z][a-z+.-]*:\/\/)[^/\\?#\s]*@/i, '$1…@');
}

function quoted(text: string): string {
  return revealText(JSON.stringify(text));
}
