/** The command: connects to servers, compares them with what was reviewed, and writes what was asked for. */

import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeSpan, escapeHidden, formatFiles, printable, shorten, writeFiles, WriteError } from '../compiler.js';
import type { LockFile, ServerContract } from '@mcp-gen/sdk/host';
import { clientModule } from '../emit/clientModule.js';
import { fileNames } from '../emit/fileNames.js';
import { functionModule } from '../emit/functionModule.js';
import { serverOf } from '../emit/module.js';
import { compareContracts } from '../lock/compareContracts.js';
import { driftMarkdown, driftText, type ServerDrift } from '../lock/describe.js';
import { lockText, readLockFile, withServer } from '../lock/lockFile.js';
import { MistakeError } from '../mistakeError.js';
import { describeSizes, type ModuleSizes } from '../sizes.js';
import { readArguments, type Asked } from './asked.js';
import { readServer } from './readServer.js';
import { findServers, type BoundServers } from './targets.js';

/** Where the command prints, and asks. */
export interface BindTerminal {
  /** Writes help, to standard output. */
  readonly print: (text: string) => void;
  /** Writes a question, to standard error. */
  readonly note: (text: string) => void;
  /** Talks with a person. Absent where nobody would answer. */
  readonly converse?: <T>(talk: (ask: (question: string) => Promise<string>) => Promise<T>) => Promise<T>;
}

/** What a run of the command came to. */
export interface BindOutcome {
  /** 0, or 1 if a server is not as it was reviewed. */
  readonly exitCode: 0 | 1;
  /** The report for a terminal. Empty if help was printed. */
  readonly text: string;
  /** The same as plain data. */
  readonly json?: unknown;
}

/** One server, and what became of it. */
interface BoundResult extends ServerDrift {
  readonly contract: ServerContract;
  /** What went wrong while the server was read. */
  readonly problems: readonly string[];
}

/** A module that is to be written. */
interface WrittenModule {
  readonly server: string;
  readonly path: string;
  readonly text: string;
  /** The class that is bound to the server. */
  readonly name?: string;
  readonly problems: readonly string[];
  readonly sizes?: ModuleSizes;
}

/**
 * Runs the command.
 *
 * @param args the arguments, without the name of the program
 * @throws {MistakeError} for what the user can correct: arguments, files, and servers that cannot be read.
 */
export async function runBind(args: readonly string[], terminal: BindTerminal): Promise<BindOutcome> {
  const asked = readArguments(args, terminal.print);
  if (asked === undefined) return { exitCode: 0, text: '' };
  try {
    return await bind(asked, terminal);
  } catch (error) {
    // Configurations, locks, and folders that cannot be used.
    const isMistake = error instanceof WriteError || (error as { readonly name?: unknown }).name === 'ConfigError';
    throw isMistake ? new MistakeError((error as Error).message, { cause: error }) : error;
  }
}

async function bind(asked: Asked, terminal: BindTerminal): Promise<BindOutcome> {
  const found = await findServers(asked);
  await askConsent(found, asked, terminal);
  const lock = await readLockFile(asked.lock);
  const results: BoundResult[] = [];
  for (const server of found.servers) {
    const { contract, problems } = await readServer(server, asked.auth === true);
    const name = server.name ?? contract.server.name;
    if (server.name === undefined) refuseNewName(name, lock, asked);
    if (results.some((result) => result.server === name)) throw new MistakeError(`Two servers have the name ${name}`);
    results.push({ contract, problems, ...driftOf(name, contract, lock) });
  }
  const isChecked = asked.check === true;
  const hasDrift = results.some(({ isReviewed, changes, problems }) =>
    isReviewed ? changes.length > 0 || (isChecked && problems.length > 0) : isChecked,
  );
  if (isChecked || (hasDrift && asked.update !== true)) return report(results, asked, hasDrift, [], []);
  const modules = await writeModules(results, lock, asked);
  const written = await writeAll(results, modules, lock, asked);
  return report(results, asked, false, modules, written);
}

/**
 * A server that calls itself something else would not be compared with what was reviewed of it.
 *
 * @throws {MistakeError} if the lock file has servers, but none of this name.
 */
function refuseNewName(name: string, { servers }: LockFile, { check, update, lock }: Asked): void {
  const known = Object.keys(servers);
  if (known.length === 0 || Object.hasOwn(servers, name) || check === true || update === true) return;
  throw new MistakeError(
    `The server calls itself ${shownName(name)}, which is not in ${lock}. Servers there: ${known.map(shownName).join(', ')}. ` +
      'If it is one of these, name it with --server. If it is new, add it with --server and a name, or with --update',
  );
}

function shownName(name: string): string {
  return escapeHidden(shorten(JSON.stringify(name), 100));
}

/** @throws {MistakeError} if a person does not agree, or nobody can be asked. */
async function askConsent(
  { servers, needsConsent }: BoundServers,
  asked: Asked,
  terminal: BindTerminal,
): Promise<void> {
  if (!needsConsent || asked.yes === true) return;
  const list = servers.map(({ name = '', consent }) => `  ${escapeHidden(JSON.stringify(name))}: ${consent}`);
  const question = `This will:\n${list.join('\n')}`;
  if (terminal.converse === undefined)
    throw new MistakeError(`${question}\nNobody can be asked here. Give --yes if you agree`);
  terminal.note(question);
  const answer = await terminal.converse((ask) => ask('Continue? [y/N] '));
  if (!/^y(es)?$/i.test(answer)) throw new MistakeError('Nothing was started');
}

function driftOf(server: string, contract: ServerContract, { servers }: LockFile): ServerDrift {
  const reviewed = Object.hasOwn(servers, server) ? servers[server] : undefined;
  if (reviewed === undefined) return { server, isReviewed: false, changes: [] };
  const { digest: _, tools, prompts, resources, templates, ...rest } = reviewed;
  const before: ServerContract = {
    ...rest,
    tools: tools.map(withoutDigest),
    prompts: prompts.map(withoutDigest),
    resources: resources.map(withoutDigest),
    templates: templates.map(withoutDigest),
  };
  return { server, isReviewed: true, changes: compareContracts(before, contract) };
}

function withoutDigest<Contract extends object>({ digest: _, ...contract }: Contract & { readonly digest: string }) {
  return contract;
}

async function writeModules(
  results: readonly BoundResult[],
  { servers }: LockFile,
  { target }: Asked,
): Promise<readonly WrittenModule[]> {
  // Servers of earlier runs keep their files.
  const paths = pathsOf([...Object.keys(servers), ...results.map(({ server }) => server)]);
  const modules: WrittenModule[] = [];
  for (const { server, contract } of results) {
    const path = paths.get(server) ?? '';
    if (target === 'client') {
      modules.push({ server, path, ...(await clientModule(server, contract)) });
    } else {
      const { text, problems, declarations } = await functionModule(server, contract);
      const [formatted] = await formatFiles([{ path, text: declarations }]);
      modules.push({ server, path, text, problems, sizes: await describeSizes(formatted?.text ?? '', contract) });
    }
  }
  return modules;
}

/** Returns the file of each server, whatever their order: a name that is a file name has that file. */
function pathsOf(servers: readonly string[]): ReadonlyMap<string, string> {
  const hasPlainFile = (name: string): boolean => fileNames([name])[0] === `${name}.ts`;
  const sorted = [...new Set(servers)].sort();
  const names = [...sorted.filter(hasPlainFile), ...sorted.filter((name) => !hasPlainFile(name))];
  const paths = fileNames(names);
  return new Map(names.map((name, index) => [name, paths[index] ?? '']));
}

/** @throws {MistakeError} if a module would replace that of another server. */
async function refuseOtherServers(out: string, modules: readonly WrittenModule[]): Promise<void> {
  for (const { server, path } of modules) {
    const found = serverOf(await readFile(join(out, path), 'utf8').catch(() => ''));
    if (found === undefined || found === server) continue;
    throw new MistakeError(
      `${join(out, path)} is the module of the server ${shownName(found)}, not of ${shownName(server)}. ` +
        'Choose another --server or --out, or replace the file with --force',
    );
  }
}

/** Modules and the lock file. The lock comes last: what it says has been written. */
async function writeAll(
  results: readonly BoundResult[],
  modules: readonly WrittenModule[],
  lock: LockFile,
  { out, lock: lockPath, target, force = false }: Asked,
): Promise<readonly string[]> {
  if (!force) await refuseOtherServers(out, modules);
  const formatted = await formatFiles(modules.map(({ path, text }) => ({ path, text })));
  const { written } = await writeFiles(out, formatted, { force, target: target === 'client' ? 'bind' : 'functions' });
  const locked = results.reduce((each, { server, contract }) => withServer(each, server, contract), lock);
  const file = { path: basename(lockPath), text: lockText(locked) };
  // A lock file has no banner: readLockFile has made sure that it is one.
  const locks = await writeFiles(dirname(lockPath), [file], { force: true });
  return [...written.map((path) => join(out, path)), ...(locks.written.length > 0 ? [lockPath] : [])];
}

function report(
  results: readonly BoundResult[],
  { markdown, update, lock }: Asked,
  hasDrift: boolean,
  modules: readonly WrittenModule[],
  written: readonly string[],
): BindOutcome {
  const problems = [...results, ...modules].flatMap(({ problems: each }) => each);
  const sizes = modules.flatMap(({ sizes: each }) => (each === undefined ? [] : [each.text]));
  const drifts = results.map(({ server, isReviewed, changes }) => ({ server, isReviewed, changes }));
  const isFirst = drifts.every(({ isReviewed }) => !isReviewed) && !hasDrift;
  const advice =
    update === true ? '' : `Nothing was written. Review the changes, and accept them with --update (${lock}).`;
  const lines =
    markdown === true
      ? [
          driftMarkdown(drifts),
          ...results.flatMap(({ problems: each }) => each.map((problem) => `\n${codeSpan(problemText(problem))}`)),
        ]
      : [
          ...(isFirst ? results.map(counts) : [driftText(drifts)]),
          ...problems.map(problemText),
          ...sizes,
          ...written.map((path) => `wrote ${path}`),
          ...(hasDrift ? [advice] : []),
        ];
  return {
    exitCode: hasDrift ? 1 : 0,
    text: lines.join('\n'),
    json: {
      servers: results.map(({ server, isReviewed, changes, problems: found }, index) => ({
        server,
        reviewed: isReviewed,
        changes,
        ...(modules[index] && { module: { path: modules[index].path, name: modules[index].name } }),
        problems: [...found, ...(modules[index]?.problems ?? [])],
        ...(modules[index]?.sizes && { sizes: modules[index].sizes }),
      })),
      written,
    },
  };
}

function problemText(problem: string): string {
  return printable(shorten(escapeHidden(problem).replaceAll(/[\n\t]+/g, ' '), 1_000));
}

function counts({ server, contract }: BoundResult): string {
  const parts = (['tools', 'prompts', 'resources', 'templates'] as const).flatMap((list) => {
    const { length } = contract[list];
    return length === 0 ? [] : [`${length} ${length === 1 ? list.slice(0, -1) : list}`];
  });
  return printable(`${server}: ${parts.join(', ') || 'nothing offered'}`);
}
