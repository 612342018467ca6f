/** Says how a program reaches its server, without secrets: the program reads them from its environment. */

import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { redact, type ServerConfig } from '@mcp-gen/sdk/host';
import { revisionsOf, type ConnectionOptions } from '../connection.js';
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
  { target, configured }: FoundServer,
  options: ConnectionOptions,
  { name, folder }: { readonly name: string; readonly folder: string },
): Launch {
  const texts = new ProgramTexts(name, folder);
  const { header, env, revision, era, auth } = options;
  const { command, args, url, headers, variables } = partsOf(configured?.config);
  const revisions = revision === undefined && era === undefined ? {} : { revisions: revisionsOf(options) };
  if (target instanceof URL) {
    const { client, ...settings } = options.login;
    const secret = client?.secret === undefined ? {} : { secret: texts.secret('CLIENT_SECRET', 'the client secret') };
    const server = {
      url: texts.url(url ?? target.href),
      ...mapped('headers', { ...headers, ...header }, (value, key) =>
        Object.hasOwn(header, key) ? texts.fixedHeader(key) : texts.header(value, key),
      ),
      ...(auth === true && { auth: { ...settings, ...(client && { client: { ...client, ...secret } }) } }),
      ...revisions,
    };
    return { server, variables: texts.variables };
  }
  const server = {
    command: command === undefined ? texts.words(target, false) : texts.words([command, ...args], true),
    ...mapped('env', { ...variables, ...env }, (value, key) =>
      texts.variable(Object.hasOwn(env, key) ? '' : value, key),
    ),
    ...revisions,
  };
  return { server, variables: texts.variables };
}

/** The parts of a configuration, before variables are replaced. */
function partsOf(config: ServerConfig | undefined) {
  if (config === undefined || typeof config === 'function') return { args: [] };
  if (!('command' in config)) return { args: [], url: config.url, headers: config.headers };
  const { command, args = [], env } = config;
  return { command, args, variables: env };
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

  /** Returns a new variable, whose name begins with that of the program. */
  secret(name: string, what: string): readonly TextPart[] {
    const full = `${this.#prefix}_${upper(name)}`;
    let unique = full;
    for (let number = 2; this.#variables.has(unique); number++) unique = `${full}_${number}`;
    return [this.#read(unique, what)];
  }

  /** The query, the user, and random parts of the path can be credentials. */
  url(text: string): ProgramText {
    const literal = text.replace(VARIABLE, '');
    const hasCredentials = /[?#]|^[a-z]+:\/\/[^/]*@/i.test(literal) || literal.split('/').some(isSecret);
    return hasCredentials ? this.secret('URL', 'the URL of the server') : this.#expanded(text, 'a part of the URL');
  }

  header(value: string, name: string): ProgramText {
    const literals = value.split(VARIABLE).filter((part, at) => at % 2 === 0 && part !== '');
    const isPlain = hasVariable(value) && literals.every((part) => SCHEME.test(part));
    return isPlain ? this.#expanded(value, `the header ${name}`) : this.fixedHeader(name);
  }

  /** A header of the command line, in which variables are not replaced. */
  fixedHeader(name: string): ProgramText {
    return this.secret(name, `the header ${name}`);
  }

  /** The server has the variable under the same name as the program, unless a configuration names another one. */
  variable(value: string, name: string): ProgramText {
    const what = `the variable ${name} of the server`;
    const isPlain = value.replace(VARIABLE, '') === '' && value !== '';
    return isPlain ? this.#expanded(value, what) : [this.#read(name, what)];
  }

  /** @param hasVariables whether variables in the words are to be replaced, as in configurations */
  words(words: readonly string[], hasVariables: boolean): readonly ProgramText[] {
    return words.map((word, at) => this.#word(word, words[at - 1] ?? '', hasVariables));
  }

  #word(word: string, before: string, hasVariables: boolean): ProgramText {
    const literal = hasVariables ? word.replace(VARIABLE, '') : word;
    const [, name = '', value = ''] = /^([\w.-]+)=(.*)$/s.exec(literal) ?? [];
    if (value !== '' && (isSecret(literal) || isSecretOf(name, value))) {
      return [`${name}=`, ...this.secret(name, `the value of ${name}`)];
    }
    const isValue = /^-[\w.-]+$/.test(before) && literal !== '' && !literal.startsWith('-');
    if (isValue && isSecretOf(before, literal)) return this.secret(before, `the value of ${before}`);
    if (isSecret(literal)) return this.secret('ARGUMENT', 'an argument of the command');
    return hasVariables && hasVariable(word) ? this.#expanded(word, 'a part of the command') : this.#path(word);
  }

  /** A path that exists is stored as it is seen from the program, which may be run in another folder. */
  #path(word: string): ProgramText {
    const isPath = !word.startsWith('-') && /[./\\]/.test(word);
    if (!isPath || resolve(word) === word || !existsSync(word)) return word;
    const path = relative(this.#folder, resolve(word)).replaceAll(sep, '/');
    return [{ file: path === '' ? '.' : path }];
  }

  #expanded(text: string, what: string): ProgramText {
    if (!hasVariable(text)) return text;
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
