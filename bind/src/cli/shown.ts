/** What a person is shown of a server in a configuration. Environment variables stand by their names, so that no secret is shown. */

import type { ServerConfig } from '@mcp-gen/sdk/host';
import { escapeHidden } from '../compiler.js';

/** An environment variable, as configurations name it. */
const VARIABLE = /\$\{([A-Za-z_]\w*)(?::-[^}]*)?\}/g;

/** Shorter values are not taken for secrets: they would be found everywhere. */
const SHORTEST_SECRET = 4;

/** Returns what is run or connected to, in one line: without the query of a URL, which can hold a token. */
export function shownText(config: ServerConfig): string {
  if (typeof config === 'function') return 'a transport';
  if ('command' in config) return wordsOf(config.command, config.args);
  const { url } = config;
  return escapeHidden(JSON.stringify(url.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//'))).slice(1, -1);
}

/** Returns all that runs, in one line: each word in quotes, the folder, and which variables or headers are set from where. */
export function consentText(config: ServerConfig): string {
  if (typeof config === 'function') return 'use a transport';
  if (!('command' in config)) return `connect to ${quoted(config.url)}${settings('headers', config.headers)}`;
  const { command, args, cwd, env } = config;
  const folder = cwd === undefined ? '' : `, in the folder ${quoted(cwd)}`;
  return `run ${wordsOf(command, args)}${folder}${settings('variables', env)}`;
}

/** Returns a function that puts the names of the environment variables that a configuration takes in the place of their values. */
export function redactor(config: ServerConfig): (text: string) => string {
  const values = [...JSON.stringify(config).matchAll(VARIABLE)]
    .map(([, name = '']) => ({ name, value: process.env[name] ?? '' }))
    .filter(({ value }) => value.length >= SHORTEST_SECRET)
    .sort((a, b) => b.value.length - a.value.length);
  return (text) => {
    let redacted = text;
    for (const { name, value } of values) {
      // A URL has its characters encoded.
      for (const form of [value, encodeURI(value), encodeURIComponent(value)])
        redacted = redacted.replaceAll(form, () => `\${${name}}`);
    }
    return redacted;
  };
}

function wordsOf(command: string, args: readonly string[] = []): string {
  return [command, ...args].map(quoted).join(' ');
}

/** Values can be secrets: only the environment variables in them are named. */
function settings(what: string, values: Readonly<Record<string, string>> = {}): string {
  const each = Object.entries(values).map(([name, value]) => {
    const taken = [...value.matchAll(VARIABLE)].map(([, variable = '']) => `\${${variable}}`);
    return `${quoted(name)} (${taken.length > 0 ? `from ${taken.join(', ')}` : 'a fixed value'})`;
  });
  return each.length === 0 ? '' : `, with the ${what} ${each.join(', ')}`;
}

function quoted(text: string): string {
  return escapeHidden(JSON.stringify(text));
}
