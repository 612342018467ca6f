/** Connects to a server as the options of a command say. */

import { Option, type Command } from 'commander';
import { LOGIN_FLAGS, type LoginSettings } from '@mcp-gen/sdk/bridge';
import {
  connect,
  plainLine,
  plainText,
  SUPPORTED_REVISIONS,
  type Client,
  type ClientOptions,
  type ReachOptions,
  type SupportedRevision,
} from '@mcp-gen/sdk/client';
import { MistakeError } from './failures.js';
import { recordNames } from './completion/nameCache.js';
import { earlierLogin, loginOf, PROGRAM_NAME } from './target/logins.js';
import { consentTo } from './target/consent.js';
import { findServer, type FoundServer } from './target/target.js';
import type { Terminal } from './terminal.js';
import type { Recordings } from './recordings.js';
import { VERSION } from './version.js';
import type { Running } from './commands/command.js';
import type { Open } from './connections.js';
import { answersOf } from './answers.js';
import { eraOf, ERAS, type Era } from './eras.js';

/** The options of every command that connects. */
export interface ConnectionOptions {
  readonly header: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly config?: string | undefined;
  readonly revision?: string | undefined;
  readonly era?: Era | undefined;
  readonly timeout: number;
  readonly verbose?: boolean | undefined;
  readonly record?: string | undefined;
  readonly times?: boolean | undefined;
  readonly keep?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly allowSampling?: boolean | undefined;
  readonly auth?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly login: LoginSettings;
}

/** Characters of the stderr of a server that --verbose shows. */
const MAX_STDERR = 1024 * 1024;

/** Adds the options of connections to a command. */
export function addConnectionOptions(command: Command): void {
  command
    .option('--config <file>', 'read the names of servers from this file (default: those of the hosts on this machine)')
    .option(
      '--header <name: value>',
      'send a header with all requests to the URL; repeatable',
      pair('--header', ':'),
      {},
    )
    .option('--env <name=value>', 'set an environment variable of the command; repeatable', pair('--env', '='), {})
    .option('--revision <revision>', 'speak this revision of the protocol only (default: the newest that both know)')
    .addOption(
      new Option('--era <era>', 'speak only revisions with sessions, or those where each request stands alone').choices(
        ERAS,
      ),
    )
    .option('--timeout <seconds>', 'wait so long for a response', seconds, 60_000)
    .option('--verbose', 'show every message on standard error, with what is wrong with it')
    .option('--record <file>', 'record all messages in this file, for mcp-talk replay and for tests')
    .option('--times', 'record the milliseconds since the start with each message')
    .option(
      '--allow-sampling',
      'let the server ask a model, whose answers you write (default: it is told that there is none)',
    )
    .option('--yes', 'use the servers in configuration files of this folder without asking')
    .option('--json', 'print JSON')
    .option(
      '--auth',
      'log in with a browser if the server asks for it (default: use the login of mcp-talk login, if there is one)',
    );
  for (const { flag, value, help } of LOGIN_FLAGS) {
    command.addOption(new Option(value === undefined ? flag : `${flag} ${value}`, help).hideHelp());
  }
}

/** Adds the option that keeps the connection for further commands. */
export function addKeepOption(command: Command): void {
  command.option(
    '--keep',
    'keep the connection for further commands with this option, until none has come for 5 minutes',
  );
}

/** A server that the user may use, and how to reach it. */
export interface Reached {
  readonly name: string;
  /** Its URL, or its program with the arguments. */
  readonly target: URL | readonly string[];
  readonly options: ReachOptions;
  readonly found: FoundServer;
  /** What is recorded of its connections, with --record. */
  readonly recordings: Recordings | undefined;
}

/**
 * Finds a server, and asks the user if need be. Connects to nothing.
 *
 * @throws {MistakeError} if there is none, or the user does not allow it.
 */
export async function reach(
  word: string,
  words: readonly string[],
  { header, env, config, auth, login, verbose = false, record: file, times = false, yes = false }: ConnectionOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Reached> {
  const found = await findServer(word, words, { header, env, config });
  const { name, target } = found;
  const url = target instanceof URL ? target : undefined;
  const hasCredentials = Object.keys(found.options.headers ?? {}).some((name) => /^authorization$/i.test(name));
  if (auth === true && url === undefined) throw new MistakeError('--auth is only valid for servers with a URL');
  if (auth === true && hasCredentials) throw new MistakeError('--auth conflicts with the header Authorization');
  await consentTo(found, yes, terminal, signal);
  // Few need these, and loading them takes a third of the time of a short command.
  const recordings = file === undefined ? undefined : new (await import('./recordings.js')).Recordings(times);
  const show = verbose ? await (await import('./shownMessages.js')).shownMessages(terminal) : undefined;
  const options: ReachOptions = {
    ...found.options,
    ...(url !== undefined &&
      !hasCredentials && { auth: auth === true ? await loginOf(url, login, true) : earlierLogin(url, login) }),
    ...(url === undefined && {
      onStderr: verbose ? shownStderr(terminal) : () => undefined,
    }),
    wrapTransport: (transport) => {
      const shown = show?.(transport) ?? transport;
      return recordings === undefined || file === undefined ? shown : recordings.record(shown, file);
    },
  };
  return { name, target, options, found, recordings };
}

/**
 * Connects, and calls a function with the client.
 *
 * @param more further options of the client
 */
export async function withClient<Result>(
  word: string,
  options: ConnectionOptions,
  { terminal, signal, words, connections }: Running,
  use: (client: Client) => Promise<Result>,
  more: ClientOptions = {},
): Promise<Result> {
  if (options.keep === true && options.record !== undefined) throw new MistakeError('--record conflicts with --keep');
  if (options.times === true && options.record === undefined) throw new MistakeError('--times needs --record');
  let recordings: Recordings | undefined;
  let names: Awaited<ReturnType<typeof recordNames>>;
  const open: Open = async (shown, opening, ended) => {
    const server = await reach(word, words, options, shown, opening);
    const { name, target, options: reached, found } = server;
    recordings = server.recordings;
    names = await recordNames(found);
    shown.status(`Connecting to ${plainLine(name, 60)} …`);
    const client = await mistakesOf(() =>
      connect(target, {
        ...reached,
        revisions: revisionsOf(options),
        name: PROGRAM_NAME,
        version: VERSION,
        timeout: options.timeout,
        reconnect: false,
        signal: opening,
        onError: (error) => shown.note(plainLine(error instanceof Error ? error.message : String(error), 2_000)),
        ...(names !== undefined && { middleware: [names.middleware] }),
        ...answersOf(shown, ended, options),
        ...more,
      }),
    );
    shown.status('');
    return client;
  };
  try {
    const result = await connections.use(keyOf(word, words, options, terminal), open, terminal, signal, use);
    recordings?.throwFailure();
    return result;
  } finally {
    await names?.save();
  }
}

/** Equal for commands that can use the same connection. */
function keyOf(word: string, words: readonly string[], options: ConnectionOptions, { ask }: Terminal): string {
  const { header, env, config, revision, era, timeout, verbose, auth, login, allowSampling } = options;
  const own = { header, env, config, revision, era, timeout, verbose, auth, login, allowSampling };
  return JSON.stringify([word, words, own, ask !== undefined]);
}

/** Shows what a server writes to stderr, up to a limit. */
function shownStderr({ note, paint }: Terminal): (text: string) => void {
  let left = MAX_STDERR;
  return (text) => {
    if (left <= 0) return;
    left -= text.length;
    const end = left <= 0 ? '\n(further lines of stderr are left out)' : '';
    note(paint('dim', `${plainText(text).trimEnd()}${end}`));
  };
}

/** Returns the revisions to speak, oldest first. */
export function revisionsOf({ revision, era }: ConnectionOptions): readonly SupportedRevision[] {
  if (revision !== undefined) return [revision as SupportedRevision];
  return SUPPORTED_REVISIONS.filter((id) => era === undefined || eraOf(id) === era);
}

/** Options that cannot be used for a target are mistakes of the user. */
export async function mistakesOf<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    const isMistake = error instanceof TypeError || error instanceof RangeError;
    throw isMistake ? new MistakeError(error.message, { cause: error }) : error;
  }
}

function seconds(text: string): number {
  const value = Number(text);
  if (value > 0 && value <= 86_400) return value * 1_000;
  throw new MistakeError(`Invalid --timeout ${JSON.stringify(text)}: expected a number of seconds, at most 86400`);
}

/** The error does not repeat the value, which can be a secret. */
function pair(option: string, separator: string) {
  return (text: string, earlier: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
    const at = text.indexOf(separator);
    if (at < 1) throw new MistakeError(`Invalid value of ${option}: expected a name, "${separator}" and a value`);
    return { ...earlier, [text.slice(0, at).trim()]: text.slice(at + 1).trim() };
  };
}
