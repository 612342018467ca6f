/** What the word at the cursor can be. Reads files of this machine only: no server is started, and none is connected to. */

import type { Command } from 'commander';
import { plainLine, SUPPORTED_REVISIONS } from '@mcp-gen/sdk/client';
import { chosenFiles, readConfigFiles } from '../target/configFiles.js';
import { findServer } from '../target/target.js';
import { isPlain, namesOf, type CachedCallable, type CachedName, type CachedServer } from './nameCache.js';

/** Maximum number of candidates. */
const MAX_CANDIDATES = 500;

/**
 * Returns the candidates for a word, or `files` for those of the shell.
 *
 * @param before the words before it, without the name of the program
 * @param word what has been typed of it
 */
export async function candidatesFor(
  program: Command,
  before: readonly string[],
  word: string,
): Promise<readonly CachedName[] | 'files'> {
  const found = await anyFor(program, before, word);
  if (found === 'files') return found;
  const matching = found.filter(({ name }) => name.startsWith(word)).slice(0, MAX_CANDIDATES);
  // A server can be a command line with files.
  return matching.length === 0 && isServer(program, before) ? 'files' : matching;
}

async function anyFor(
  program: Command,
  before: readonly string[],
  word: string,
): Promise<readonly CachedName[] | 'files'> {
  if (before.includes('--')) return 'files';
  const command = commandOf(program, before);
  if (command === undefined) {
    if (before.length > 0) return [];
    const commands = program.createHelp().visibleCommands(program);
    return commands.map((each) => ({ name: each.name(), about: each.summary() }));
  }
  const { option, config, words } = read(command, before.slice(1));
  if (option !== undefined) return valuesOfOption(option);
  if (word.startsWith('-')) return optionsOf(command);
  const argument = argumentAt(command, words.length);
  if (argument?.argChoices !== undefined) return argument.argChoices.map((name) => ({ name, about: '' }));
  switch (argument?.name()) {
    case 'server':
      return configuredServers(config);
    case 'file':
      return 'files';
    case undefined:
      return [];
    default:
      return ofServer(argument?.name() ?? '', words, word, config);
  }
}

function commandOf(program: Command, [name]: readonly string[]): Command | undefined {
  return program.commands.find((each) => each.name() === name);
}

function argumentAt(
  { registeredArguments: all }: Command,
  at: number,
): Command['registeredArguments'][number] | undefined {
  const last = all.at(-1);
  return all[at] ?? (last?.variadic === true ? last : undefined);
}

function isServer(program: Command, before: readonly string[]): boolean {
  const command = commandOf(program, before);
  return command !== undefined && argumentAt(command, read(command, before.slice(1)).words.length)?.name() === 'server';
}

type Option = Command['options'][number];

/** What a line has said. */
interface Line {
  /** The option whose value comes next. */
  readonly option: Option | undefined;
  /** The value of --config. */
  readonly config: string | undefined;
  /** The words that are neither options nor values of options. */
  readonly words: readonly string[];
}

function read(command: Command, given: readonly string[]): Line {
  const words: string[] = [];
  let config: string | undefined;
  for (let at = 0; at < given.length; at++) {
    const word = given[at] ?? '';
    if (!word.startsWith('-')) {
      words.push(word);
      continue;
    }
    const [flag, value] = word.split('=', 2);
    const option = command.options.find(({ long, short }) => flag === long || flag === short);
    if (option?.required !== true) continue;
    const next = value ?? given[++at];
    if (next === undefined) return { option, config, words };
    if (option.long === '--config') config = next;
  }
  return { option: undefined, config, words };
}

function valuesOfOption({ argChoices, long, flags }: Option): readonly CachedName[] | 'files' {
  if (/<(?:file|folder)>/.test(flags)) return 'files';
  const names = argChoices ?? (long === '--revision' ? SUPPORTED_REVISIONS : []);
  return names.map((name) => ({ name, about: '' }));
}

function optionsOf(command: Command): readonly CachedName[] {
  const options = command.createHelp().visibleOptions(command);
  return options.flatMap(({ long, description }) =>
    typeof long === 'string' ? [{ name: long, about: plainLine(description, 80) }] : [],
  );
}

async function configuredServers(config: string | undefined): Promise<readonly CachedName[]> {
  const files = chosenFiles(config);
  const servers = (await readConfigFiles(files)).flatMap((each) => each.servers);
  const named = new Map(servers.map(({ name, file }) => [name, plainLine(file.host, 60)]));
  return [...named].flatMap(([name, about]) => (isPlain(name) ? [{ name, about }] : []));
}

/** Returns what an argument can be that names something of a server. */
async function ofServer(
  argument: string,
  [server = '', subject = '', ...more]: readonly string[],
  word: string,
  config: string | undefined,
): Promise<readonly CachedName[]> {
  let names: CachedServer;
  try {
    names = await namesOf(await findServer(server, [], { header: {}, env: {}, config }));
  } catch {
    // The command itself says why.
    return [];
  }
  switch (argument) {
    case 'tool':
      return names.tools;
    case 'prompt':
      return names.prompts;
    case 'uri':
      return names.resources;
    case 'of':
      return [...names.prompts, ...names.templates];
    case 'argument':
      return argumentsOf(names.prompts, subject);
    case 'arguments':
      return assignments(argumentsOf([...names.tools, ...names.prompts], subject), more, word);
    default:
      return [];
  }
}

function argumentsOf(all: readonly CachedCallable[], subject: string): CachedCallable['arguments'] {
  return all.find(({ name }) => name === subject)?.arguments ?? [];
}

/** `city=`, and `unit=metric` if the values are known and the name is complete. */
function assignments(all: CachedCallable['arguments'], given: readonly string[], word: string): readonly CachedName[] {
  const at = word.indexOf('=');
  if (at >= 0) {
    const { values = [] } = all.find(({ name }) => name === word.slice(0, at)) ?? {};
    return values.map((value) => ({ name: `${word.slice(0, at)}=${value}`, about: '' }));
  }
  const named = new Set(given.map((each) => /^([^=]*?):?=/.exec(each)?.[1]));
  return all
    .filter(({ name, isList }) => isList || !named.has(name))
    .map(({ name, about }) => ({ name: `${name}=`, about }));
}
