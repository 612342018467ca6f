/** What a person is shown of a server in a configuration. Environment variables stand by their names, so that no secret is shown. */

import type { ServerConfig } from '@mcp-gen/sdk/host';
import { escapeHidden, shorten } from '../compiler.js';

/** An environment variable, as configurations name it. */
const VARIABLE = /\$\{([A-Za-z_]\w*)(?::-[^}]*)?\}/g;

/** Names of variables that hold credentials. What changes how a program runs, such as NODE_OPTIONS and PATH, is not named like this. */
const CREDENTIAL =
  /(?:^|[_.-])(?:\w*(?:token|secret|passw(?:or)?d|passphrase|credentials?|apikey)|pass|pwd|key|auth|cookie|session|dsn|pat)(?:$|[_.-])/i;

/** Returns what is run or connected to, in one line: without the query of a URL, which can hold a token. */
export function shownText(config: ServerConfig): string {
  if (typeof config === 'function') return 'a transport';
  if ('command' in config) return wordsOf(config.command, config.args);
  return escapeHidden(JSON.stringify(withoutSecrets(config.url))).slice(1, -1);
}

/** Returns a URL without its query, its fragment, and the name and password of a user. */
export function withoutSecrets(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//');
}

/**
 * Returns all that runs, in one line: each word in quotes, the folder, and which variables or headers are set. The value of a variable that is
 * not named like a credential is shown, since it can decide what runs: NODE_OPTIONS loads modules.
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

/** Returns whether a variable is named like one that holds a credential. */
export function isCredential(name: string): boolean {
  return CREDENTIAL.test(name);
}

/** Returns the name of a server for an error: in quotes, and not too long. */
export function shownName(name: string): string {
  return escapeHidden(shorten(JSON.stringify(name), 100));
}

function wordsOf(command: string, args: readonly string[] = []): string {
  return [command, ...args].map(quoted).join(' ');
}

/**
 * @param isSecret whether the value of a name is hidden. The environment variables in it are named, and the user and password of a URL are left
 *   out in any case
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

/** `postgres://…@host` for a URL with a user and a password. */
function withoutUser(value: string): string {
  return value.replace(/^([a-z][a-z+.-]*:\/\/)[^/@\s]*@/i, '$1…@');
}

function quoted(text: string): string {
  return escapeHidden(JSON.stringify(text));
}
