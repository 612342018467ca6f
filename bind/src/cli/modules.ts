/** Generates the modules of servers, compares them with the files on disk, and prevents one from overwriting that of another server. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LockFile, ServerContract } from '@mcp-gen/sdk/host';
import { fileNames, findDifferences, formatFiles, readSeal, targetOf } from '../compiler.js';
import { clientModule } from '../emit/clientModule.js';
import { functionModule } from '../emit/functionModule.js';
import { serverOf } from '../emit/module.js';
import { MistakeError } from '../mistakeError.js';
import { describeSizes, type ModuleSizes } from '../sizes.js';
import type { BindArguments } from './arguments.js';
import { quotedServerName } from './quotedServerName.js';

/** A generated module. */
export interface MadeModule {
  readonly server: string;
  readonly path: string;
  readonly text: string;
  /** The class that is bound to the server. */
  readonly name?: string;
  readonly problems: readonly string[];
  readonly sizes?: ModuleSizes;
}

/**
 * The state of a module on disk: `missing`, `edited` since it was generated, `stale` (the generated module differs), or `foreign` (not
 * generated, or for another target).
 */
export type ModuleState = 'current' | 'missing' | 'edited' | 'stale' | 'foreign';

/** The input of a module. */
interface Source {
  readonly server: string;
  readonly contract: ServerContract;
}

/**
 * Generates the modules of servers.
 *
 * @param lock the servers of earlier runs, which keep their files
 */
export async function makeModules(
  results: readonly Source[],
  { servers }: LockFile,
  { target }: BindArguments,
): Promise<readonly MadeModule[]> {
  const paths = pathsOf([...Object.keys(servers), ...results.map(({ server }) => server)]);
  const modules: MadeModule[] = [];
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

/** Returns the file of each server, independent of their order. A name that is a valid file name is kept. */
function pathsOf(servers: readonly string[]): ReadonlyMap<string, string> {
  const hasPlainFile = (name: string): boolean => fileNames([name], '.ts')[0] === `${name}.ts`;
  const sorted = [...new Set(servers)].sort();
  const names = [...sorted.filter(hasPlainFile), ...sorted.filter((name) => !hasPlainFile(name))];
  const paths = fileNames(names, '.ts');
  return new Map(names.map((name, index) => [name, paths[index] ?? '']));
}

/** @throws {MistakeError} if a module would overwrite that of another server. */
export async function checkOwners(out: string, modules: readonly MadeModule[]): Promise<void> {
  for (const { server, path } of modules) {
    const found = serverOf(await readFile(join(out, path), 'utf8').catch(() => ''));
    if (found === undefined || found === server) continue;
    throw new MistakeError(
      `${join(out, path)} belongs to the server ${quotedServerName(found)}, not to ${quotedServerName(server)}. ` +
        'Choose another --server or --out, or overwrite the file with --force',
    );
  }
}

/** Returns the states of modules in their folder. */
export async function statesOf(
  modules: readonly MadeModule[],
  { out, target }: BindArguments,
): Promise<ReadonlyMap<string, ModuleState>> {
  const files = await formatFiles(modules.map(({ path, text }) => ({ path, text })));
  const differences = new Map((await findDifferences(out, files)).map(({ path, actual }) => [path, actual]));
  return new Map(
    modules.map(({ server, path }) => [
      server,
      differences.has(path) ? stateOf(differences.get(path), TARGETS[target]) : 'current',
    ]),
  );
}

/** The target names in banners. */
export const TARGETS = { client: 'bind', functions: 'functions' } as const;

function stateOf(text: string | undefined, target: string): ModuleState {
  if (text === undefined) return 'missing';
  if (targetOf(text) !== target) return 'foreign';
  return readSeal(text) === 'edited' ? 'edited' : 'stale';
}
