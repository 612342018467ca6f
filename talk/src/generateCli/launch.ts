/** Says how a program reaches its server, without secrets: the program reads them from its environment. */

import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { parseCommandLine } from '@mcp-gen/sdk/client';
import { redact, type ServerConfig } from '@mcp-gen/sdk/host';
import type { ConnectionOptions } from '../connection.js';
import type { FoundServer } from '../target/target.js';
import type { ProgramServer, ProgramText, ProgramVariable, TextPart } from './programData.js';

/** How a program reaches its server, and what it reads from its environment for that. */
export interface Launch {
  readonly server: ProgramServer;
  readonly variables: readonly ProgramVariable[];
}

/** A variable in a configuration. The default is left out: it can be a secret. */
const VARIABLE = /\$\{([A-Za-z_]\w*)(?::-[^}]*)?\}/g;

/** What can stand before a variable in a header. */
const SCHEME = /^(?:Bearer|Basic|Token|ApiKey) $/i;

/**
 * Returns how a program reaches a server.
 *
 * @param name the name of the program
 * @param folder the folder of the program, for paths in the command
 */
export function launchOf(
  { target, configured, url }: FoundServer,
  { header, env, revision, auth, login }: ConnectionOptions,
  { name, folder }: { readonly name: string; readonly folder: string },
): Launch {
  const texts = new ProgramTexts(name, folder);
  const config = configured?.config;
  const { command, args, url: address, headers = header, env: variables = env } = partsOf(config);
  const revisions = revision === undefined ? {} : { revisions: [revision] };
  if (url !== undefined) {
    const { client, ...settings } = login;
    const secret = client?.secret === undefined ? {} : { secret: texts.secret('CLIENT_SECRET', 'the client secret') };
    const server = {
      url: texts.url(address ?? url.href),
      ...mapped('headers', headers, (value, key) => texts.header(value, key)),
      ...(auth === true && { auth: { ...settings, ...(client && { client: { ...client, ...secret } }) } }),
      ...revisions,
    };
    return { server, variables: texts.variables };
  }
  const words = typeof target === 'string' ? wordsOf(target) : (target as readonly string[]);
  const server = {
    command: command === undefined ? texts.words(words) : texts.configured([command, ...args]),
    ...mapped('env', variables, (value, key) => texts.variable(value, key)),
    ...revisions,
  };
  return { server, variables: texts.variables };
}

function wordsOf(line: string): readonly string[] {
  const { command, args } = parseCommandLine(line);
  return [command, ...args];
}

/** The parts of a configuration, before variables are replaced. */
function partsOf(config: ServerConfig | undefined) {
  if (config === undefined || typeof config === 'function') return { args: [] };
  if (!('command' in config)) return { args: [], url: config.url, headers: config.headers ?? {} };
  const { command, args = [], env = {} } = config;
  return { command, args, env };
}

function mapped<Key extends string>(
  key: Key,
  values: { readonly [name: string]: string },
  map: (value: string, name: string) => ProgramText,
): { readonly [name in Key]?: { readonly [name: string]: ProgramText } } {
  const entries = Object.entries(values).map(([name, value]) => [name, map(value, name)] as const);
  const texts: { readonly [name: string]: ProgramText } = Object.fromEntries(entries);
  return entries.length === 0 ? {} : ({ [key]: texts } as { [name in Key]: typeof texts });
}

/** Makes the texts of a program, and notes the variables in them. */
class ProgramTexts {
  readonly #prefix: string;
  readonly #folder: string;
  readonly #variables = new Map<string, string>();

  constructor(name: string, folder: string) {
    this.#prefix = upper(name).replace(/^(?=\d)/, 'MCP_');
    this.#folder = folder;
  }

  get variables(): readonly ProgramVariable[] {
    return [...this.#variables].map(([name, what]) => ({ name, what }));
  }

  /** Returns a variable whose name begins with that of the program. */
  secret(name: string, what: string): readonly TextPart[] {
    const full = `${this.#prefix}_${upper(name)}`;
    let unique = full;
    for (let number = 2; (this.#variables.get(unique) ?? what) !== what; number++) unique = `${full}_${number}`;
    return [this.#read(unique, what)];
  }

  /** The query, the user, and random parts of the path can be credentials. */
  url(text: string): ProgramText {
    if (hasVariable(text)) return this.#expanded(text, 'a part of the URL');
    const { username, password, search, hash, pathname } = new URL(text);
    const isPlain = [username, password, search, hash].every((part) => part === '');
    return isPlain && !pathname.split('/').some(isSecret) ? text : this.secret('URL', 'the URL of the server');
  }

  header(value: string, name: string): ProgramText {
    const what = `the header ${name}`;
    const literals = value.split(VARIABLE).filter((part, at) => at % 2 === 0 && part !== '');
    const isPlain = hasVariable(value) && literals.every((part) => SCHEME.test(part));
    return isPlain ? this.#expanded(value, what) : this.secret(name, what);
  }

  /** The server has the variable under the same name as the program, unless a configuration names another one. */
  variable(value: string, name: string): ProgramText {
    const what = `the variable ${name} of the server`;
    const isPlain = value.replace(VARIABLE, '') === '' && value !== '';
    return isPlain ? this.#expanded(value, what) : [this.#read(name, what)];
  }

  /** Words of a command, of which variables are already replaced. */
  words(words: readonly string[]): readonly ProgramText[] {
    return words.map((word, at) => this.#word(word, words[at - 1] ?? ''));
  }

  /** Words of a command, with variables. */
  configured(words: readonly string[]): readonly ProgramText[] {
    return words.map((word, at) =>
      hasVariable(word) ? this.#expanded(word, 'a part of the command') : this.#word(word, words[at - 1] ?? ''),
    );
  }

  #word(word: string, before: string): ProgramText {
    const [, name, value] = /^([\w.-]+)=(.*)$/s.exec(word) ?? [];
    if (name !== undefined && value !== undefined && (isSecret(word) || isSecretOf(name, value))) {
      return [`${name}=`, ...this.secret(name, `the value of ${name}`)];
    }
    const isValue = /^-[\w.-]+$/.test(before) && !word.startsWith('-');
    if (isValue && isSecretOf(before, word)) return this.secret(before, `the value of ${before}`);
    if (isSecret(word)) return this.secret('ARGUMENT', 'an argument of the command');
    return this.#path(word);
  }

  /** A path that exists is stored as it is seen from the program, which may be run in another folder. */
  #path(word: string): ProgramText {
    if (!/^[^-].*[./\\]|^\.$/s.test(word) || resolve(word) === word || !existsSync(word)) return word;
    const path = relative(this.#folder, resolve(word)).replaceAll(sep, '/');
    return [{ file: path === '' ? '.' : path }];
  }

  #expanded(text: string, what: string): ProgramText {
    return text
      .split(VARIABLE)
      .map((part, at) => (at % 2 === 0 ? part : this.#read(part, what)))
      .filter((part) => part !== '');
  }

  #read(name: string, what: string): TextPart {
    this.#variables.set(name, what);
    return { env: name };
  }
}

function hasVariable(text: string): boolean {
  return text.search(VARIABLE) >= 0;
}

function isSecret(text: string): boolean {
  return redact(text) !== text;
}

/** The name is that of a flag, or of a variable. */
function isSecretOf(name: string, value: string): boolean {
  return (redact({ [name]: value }) as { readonly [name: string]: unknown })[name] !== value;
}

/** Returns a text as names of variables are written. */
function upper(text: string): string {
  return text
    .replace(/^-+/, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_');
}
