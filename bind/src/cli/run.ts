/** Runs the command: connects to servers, compares them with the lock file, and writes modules and lock file. */

import { basename, dirname, join } from 'node:path';
import { escapeHidden, formatFiles, writeFiles, WriteError } from '../compiler.js';
import type { LockFile } from '@mcp-gen/sdk/host';
import { compareContracts } from '../lock/compareContracts.js';
import { lockText, readLockFile, reviewedContract, withServer } from '../lock/lockFile.js';
import { MistakeError } from '../mistakeError.js';
import { readArguments, type BindArguments } from './arguments.js';
import { makeModules, checkOwners, statesOf, TARGETS, type MadeModule } from './modules.js';
import { readServer } from './readServer.js';
import type { BindOutcome } from './outcome.js';
import { report, type BoundResult } from './report.js';
import { quotedServerName } from './quotedServerName.js';
import { findServers, type BoundServers } from './targets.js';

/** Shows the steps of the command. */
export interface BindProgress {
  /** Called when a step begins: `Generating the modules`. */
  readonly step: (what: string) => void;
}

/** The terminal of the command. */
export interface CommandTerminal {
  /** Writes help, to standard output. */
  readonly print: (text: string) => void;
  /** Writes a question, to standard error. */
  readonly note: (text: string) => void;
  /** Shows the steps of the command. Undefined: they are not shown. */
  readonly progress?: BindProgress | undefined;
  /** Prompts the user. Undefined if the command is not interactive. */
  readonly prompt?: <T>(talk: (ask: (question: string) => Promise<string>) => Promise<T>) => Promise<T>;
}

/**
 * Runs the command.
 *
 * @param args the arguments, without the name of the program
 * @throws {MistakeError} for errors that the user can fix: arguments, files, and unreadable servers.
 */
export async function runBind(args: readonly string[], terminal: CommandTerminal): Promise<BindOutcome> {
  const options = readArguments(args, terminal.print);
  if (options === undefined) return { exitCode: 0, text: '' };
  try {
    return await bind(options, options.json === true ? { ...terminal, progress: undefined } : terminal);
  } catch (error) {
    // Invalid configurations, lock files, and folders.
    const isMistake = error instanceof WriteError || (error as { readonly name?: unknown }).name === 'ConfigError';
    throw isMistake ? new MistakeError((error as Error).message, { cause: error }) : error;
  }
}

async function bind(options: BindArguments, terminal: CommandTerminal): Promise<BindOutcome> {
  const found = await findServers(options);
  await askConsent(found, options, terminal);
  const lock = await readLockFile(options.lock);
  const results: BoundResult[] = [];
  for (const server of found.servers) {
    terminal.progress?.step(`Reading the server ${server.address}`);
    const { contract, ...read } = await readServer(server, {
      login: options.auth === true ? options.login : undefined,
      timeout: options.timeout,
      limits: options.limits,
    });
    const name = server.name ?? contract.server.name;
    if (server.name === undefined) checkServerName(name, lock, options);
    if (results.some((result) => result.server === name))
      throw new MistakeError(`Two servers have the name ${name}. Names must be unique`);
    const reviewed = reviewedContract(lock, name);
    const changes = reviewed === undefined ? [] : compareContracts(reviewed, contract);
    results.push({ server: name, contract, ...read, isReviewed: reviewed !== undefined, changes });
  }
  const isChecked = options.check === true;
  const hasDrift = results.some(({ isReviewed, changes }) => (isReviewed ? changes.length > 0 : isChecked));
  const nothing = { results, modules: [], states: new Map(), written: [], hasDrift };
  if (isChecked) return report({ ...nothing, ...(await checkModules(results, lock, options)) }, options);
  if (hasDrift && options.update !== true) return report(nothing, options);
  terminal.progress?.step('Generating the modules');
  const modules = await makeModules(results, lock, options);
  const written = await writeAll(results, modules, lock, options);
  return report({ ...nothing, modules, written, hasDrift: false }, options);
}

/** Compares modules with those generated from the reviewed contracts, independent of what the servers offer now. */
async function checkModules(results: readonly BoundResult[], lock: LockFile, options: BindArguments) {
  const sources = results.flatMap(({ server }) => {
    const contract = reviewedContract(lock, server);
    return contract === undefined ? [] : [{ server, contract }];
  });
  const modules = await makeModules(sources, lock, options);
  return { modules, states: await statesOf(modules, options) };
}

/**
 * Rejects a server under an unknown name, which would not be compared with its reviewed contract.
 *
 * @throws {MistakeError} if the lock file has servers, but none with this name.
 */
function checkServerName(name: string, { servers }: LockFile, { check, update, lock }: BindArguments): void {
  const known = Object.keys(servers);
  if (known.length === 0 || Object.hasOwn(servers, name) || check === true || update === true) return;
  throw new MistakeError(
    `The server has the name ${quotedServerName(name)}, which is not in ${lock}. Servers there: ${known.map(quotedServerName).join(', ')}. ` +
      'If it is one of these, pass its name as --server. If it is new, add it with --server and a name, or with --update',
  );
}

/** @throws {MistakeError} if the user does not confirm, or cannot be prompted. */
async function askConsent(
  { servers, needsConsent }: BoundServers,
  options: BindArguments,
  terminal: CommandTerminal,
): Promise<void> {
  if (!needsConsent || options.yes === true) return;
  const list = servers.map(({ name = '', consent }) => `  ${escapeHidden(JSON.stringify(name))}: ${consent}`);
  const question = `This will:\n${list.join('\n')}`;
  if (terminal.prompt === undefined)
    throw new MistakeError(
      `${question}\nCannot ask for confirmation here: the terminal is not interactive. Pass --yes to confirm`,
    );
  terminal.note(question);
  const answer = await terminal.prompt((ask) => ask('Continue? [y/N] '));
  if (!/^y(es)?$/i.test(answer)) throw new MistakeError('Cancelled: no server was started');
}

/** Writes modules, then the lock file, so that the lock file only lists written modules. */
async function writeAll(
  results: readonly BoundResult[],
  modules: readonly MadeModule[],
  lock: LockFile,
  { out, lock: lockPath, target, force = false }: BindArguments,
): Promise<readonly string[]> {
  if (!force) await checkOwners(out, modules);
  const formatted = await formatFiles(modules.map(({ path, text }) => ({ path, text })));
  const { written } = await writeFiles(out, formatted, { force, target: TARGETS[target] });
  const locked = results.reduce((each, { server, contract }) => withServer(each, server, contract), lock);
  const file = { path: basename(lockPath), text: lockText(locked) };
  // A lock file has no banner. readLockFile has validated it.
  const locks = await writeFiles(dirname(lockPath), [file], { force: true });
  return [...written.map((path) => join(out, path)), ...(locks.written.length > 0 ? [lockPath] : [])];
}
