/** What the user names: a URL, a server of a configuration file, or a command line. */

import { nearest } from '@mcp-gen/runtime/options';
import { parseCommandLine, plainLine, type ReachOptions } from '@mcp-gen/sdk/client';
import { resolveServer } from '@mcp-gen/sdk/host';
import { MistakeError } from '../failures.js';
import { chosenFiles, readConfigFiles, type ConfiguredServer } from './configFiles.js';

/** A server that can be connected to. */
export interface FoundServer {
  /** How the user has named it. */
  readonly name: string;
  /** Its URL, or its program with the arguments. */
  readonly target: URL | readonly string[];
  readonly options: ReachOptions;
  /** Where it is configured; undefined for a URL and a command line. */
  readonly configured?: ConfiguredServer;
}

/** Options of finding a server. */
export interface FindOptions {
  /** Headers for a URL. */
  readonly header: Readonly<Record<string, string>>;
  /** Environment variables of a command. */
  readonly env: Readonly<Record<string, string>>;
  /** A configuration file to read in place of those of hosts. Default: those of hosts. */
  readonly config?: string | undefined;
}

/**
 * Finds a server.
 *
 * @param word a URL, a name, or a command line, which contains a space or a path
 * @param command the words after `--`: a program and its arguments. Default: none
 * @throws {MistakeError} if no server is named so, or several are, or options do not apply to it.
 * @throws {ConfigError} if its configuration is invalid.
 */
export async function findServer(
  word: string,
  command: readonly string[],
  { header, env, config }: FindOptions,
): Promise<FoundServer> {
  const found: FoundServer =
    command.length > 0 ? { name: command.join(' '), target: command, options: {} } : await named(word, config);
  const isUrl = found.target instanceof URL;
  if (isUrl && Object.keys(env).length > 0) throw new MistakeError('--env is only valid for servers with a command');
  if (!isUrl && Object.keys(header).length > 0) throw new MistakeError('--header is only valid for servers with a URL');
  const { options } = found;
  const added: ReachOptions = isUrl
    ? { headers: { ...(options.headers as FindOptions['header'] | undefined), ...header } }
    : { env: { ...options.env, ...env } };
  return { ...found, options: { ...options, ...added } };
}

async function named(word: string, config: string | undefined): Promise<FoundServer> {
  if (/^https?:\/\//i.test(word)) {
    if (URL.canParse(word)) return { name: word, target: new URL(word), options: {} };
    throw new MistakeError(`Invalid URL ${JSON.stringify(word)}`);
  }
  const isLine = /[\s/\\]/.test(word);
  const configured = await configuredServer(word, config, isLine);
  if (configured === undefined) {
    const { command, args } = commandOf(word);
    return { name: word, target: [command, ...args], options: {} };
  }
  const { target, options } = resolveServer(word, configured.config);
  return {
    name: word,
    target: typeof target === 'string' ? new URL(target) : (target as readonly string[]),
    options,
    configured,
  };
}

function commandOf(line: string): ReturnType<typeof parseCommandLine> {
  try {
    return parseCommandLine(line);
  } catch (error) {
    throw new MistakeError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** @param isLine whether it can be a command line, so that there need not be one: names can have spaces, too */
async function configuredServer(
  name: string,
  config: string | undefined,
  isLine: boolean,
): Promise<ConfiguredServer | undefined> {
  const all = (await readConfigFiles(chosenFiles(config))).flatMap(({ servers }) => servers);
  // A folder from elsewhere must not give a command line of the user another meaning.
  const found = all.filter((each) => each.name === name && !(isLine && each.file.isProject));
  const [configured] = found;
  if (configured === undefined) {
    if (isLine) return undefined;
    const names = [...new Set(all.map((each) => each.name))];
    const meant = nearest(name, names);
    const hint =
      meant !== undefined
        ? `Did you mean ${JSON.stringify(plainLine(meant))}?`
        : names.length > 0
          ? `Configured servers: ${names.map((each) => plainLine(each, 60)).join(', ')}.`
          : 'No host on this machine has servers in its configuration.';
    throw new MistakeError(
      `No configured server is named ${JSON.stringify(name)}. ${hint} A command has arguments, or comes after --: mcp-talk list -- ${name}`,
    );
  }
  const texts = new Set(found.map(({ config: each }) => JSON.stringify(each)));
  if (texts.size > 1) {
    const places = found.map(({ file }) => file.path).join(', ');
    throw new MistakeError(`Several servers are named ${JSON.stringify(name)}: choose one with --config. ${places}`);
  }
  return configured;
}
