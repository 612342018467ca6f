/** What the user names: a URL, a server of a configuration file, or a command line. */

import { nearest } from '@mcp-gen/runtime/options';
import { plainLine, type ReachOptions, type Target } from '@mcp-gen/sdk/client';
import { resolveServer } from '@mcp-gen/sdk/host';
import { MistakeError } from '../failures.js';
import { configFiles, readConfigFiles, type ConfiguredServer } from './configFiles.js';

/** A server that can be connected to. */
export interface FoundServer {
  /** How the user has named it. */
  readonly name: string;
  readonly target: Target;
  readonly options: ReachOptions;
  /** Its URL, if it has one. */
  readonly url: URL | undefined;
  /** Where it is configured; undefined for a URL and a command line. */
  readonly configured: ConfiguredServer | undefined;
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
 * @throws {MistakeError} if there is no such server, or several.
 * @throws {ConfigError} if its configuration is invalid.
 */
export async function findServer(word: string, command: readonly string[], options: FindOptions): Promise<FoundServer> {
  const { header, env } = options;
  const configured = undefined;
  if (/^https?:\/\//i.test(word)) {
    if (!URL.canParse(word)) throw new MistakeError(`Invalid URL ${JSON.stringify(word)}`);
    if (Object.keys(env).length > 0) throw new MistakeError('--env is only valid for servers with a command');
    return { name: word, target: word, options: { headers: header }, url: new URL(word), configured };
  }
  if (Object.keys(header).length > 0) throw new MistakeError('--header is only valid for servers with a URL');
  if (command.length > 0)
    return { name: command.join(' '), target: command, options: { env }, url: undefined, configured };
  if (/[\s/\\]/.test(word)) return { name: word, target: word, options: { env }, url: undefined, configured };
  return { ...(await named(word, options.config)), name: word };
}

async function named(name: string, config: string | undefined): Promise<Omit<FoundServer, 'name'>> {
  const files = config === undefined ? configFiles() : [{ host: config, path: config, isProject: false }];
  const all = (await readConfigFiles(files)).flatMap(({ servers }) => servers);
  const found = all.filter((each) => each.name === name);
  const [configured] = found;
  if (configured === undefined) {
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
  const { target, options } = resolveServer(name, configured.config);
  return { target, options, url: typeof target === 'string' ? new URL(target) : undefined, configured };
}
