/**
 * Remembers the last run into an output folder, in `node_modules/.cache` of its project. A run with the same inputs need not compile
 * again, as long as every file of the output is as it was written.
 */

import { lstat, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CompileOptions } from '../compileProtocols.js';
import { OWN_SCHEMAS } from '../read/tables.js';
import { generatorFolder, readManifest } from '../scaffold/packages.js';
import { sha256 } from '../sha256.js';
import type { GeneratedFile } from '../targets/file.js';
import { applyChanges } from '../write/applyChanges.js';
import { readTextFile } from '../write/findDifferences.js';

/** The folder of the compiler's own code. */
const CODE = fileURLToPath(new URL('..', import.meta.url));

/** The maximum number of files in a folder of inputs. Reading more of them could take longer than compiling. */
const MAX_FILES = 2_000;

/** A run, as JSON. */
interface Stored<Summary> {
  readonly inputs: string;
  readonly summary: Summary;
  /** The digests of the files that were generated, by path. */
  readonly files: { readonly [path: string]: string };
}

/** A run that may be the same as the last one. */
export interface Run<Summary> {
  /** Returns the result of the last run, if its inputs and every file of its output are unchanged. */
  recall(): Promise<{ readonly summary: Summary; readonly files: readonly GeneratedFile[] } | undefined>;
  /** Stores the result of this run, unless its inputs have changed since it began. */
  remember(summary: Summary, files: readonly GeneratedFile[]): Promise<void>;
}

/** Returns a run into an output folder. Undefined if it depends on more than its files, or if it cannot be remembered anywhere. */
export async function openRun<Summary>(
  ids: readonly string[],
  schemaDir: string,
  { destination, extensions = [], target = 'typescript', completeness = 'release' }: CompileOptions,
): Promise<Run<Summary> | undefined> {
  if (destination === undefined || typeof target !== 'string') return undefined;
  const out = resolve(destination.folder);
  const modules = await modulesAbove(out);
  if (modules === undefined) return undefined;
  // The record of each folder and target is a file of its own.
  const options = [process.version, process.cwd(), ids, schemaDir, extensions, completeness];
  const folders = [CODE, join(CODE, '../templates'), OWN_SCHEMAS, schemaDir];
  const digest = (): Promise<string | undefined> =>
    digestOf(options, [...folders, ...extensions.map(({ file }) => dirname(file))]);
  const inputs = await digest();
  if (inputs === undefined) return undefined;
  const folder = join(modules, '.cache/mcp-gen');
  const path = `${sha256(JSON.stringify([out, target])).slice(0, 16)}.json`;
  return {
    async recall() {
      const stored = await readStored<Summary>(join(folder, path));
      if (stored?.inputs !== inputs) return undefined;
      const files = await Promise.all(
        Object.entries(stored.files).map(async ([each, written]) => {
          const text = await readTextFile(out, each).catch(() => undefined);
          return text !== undefined && sha256(text) === written ? { path: each, text } : undefined;
        }),
      );
      const unchanged = files.filter((file) => file !== undefined);
      return unchanged.length === files.length ? { summary: stored.summary, files: unchanged } : undefined;
    },
    async remember(summary, files) {
      if ((await digest()) !== inputs) return;
      const digests = Object.fromEntries(files.map((file) => [file.path, sha256(file.text)]));
      const content = JSON.stringify({ inputs, summary, files: digests } satisfies Stored<Summary>);
      // Without a record, the next run only takes longer.
      await applyChanges(folder, [{ path, content }]).catch(() => undefined);
    },
  };
}

async function readStored<Summary>(path: string): Promise<Stored<Summary> | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Stored<Summary>;
  } catch {
    return undefined;
  }
}

/** Returns the `node_modules` of the project that a folder belongs to. */
async function modulesAbove(folder: string): Promise<string | undefined> {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const modules = join(at, 'node_modules');
    const found = await lstat(modules).catch(() => undefined);
    if (found) return found.isDirectory() ? modules : undefined;
  }
  return undefined;
}

/** Returns a digest of options, of all files in folders, and of the packages. Undefined if one of them cannot be read as a whole. */
async function digestOf(options: unknown, folders: readonly string[]): Promise<string | undefined> {
  try {
    const parts: unknown[] = [options, packageVersions()];
    for (const folder of new Set(folders.map((each) => resolve(each)))) {
      const paths = await filesBelow(folder);
      parts.push(await Promise.all(paths.map(async (path) => [path, sha256(await readFile(path))])));
    }
    return sha256(JSON.stringify(parts));
  } catch {
    return undefined;
  }
}

function packageVersions(): readonly string[] {
  const own = createRequire(import.meta.url);
  const versionOf = (name: string, require = own): string =>
    (require(`${name}/package.json`) as { readonly version: string }).version;
  // It has the TypeScript compiler, and is a dependency of ts-morph only.
  const common = versionOf('@ts-morph/common', createRequire(own.resolve('ts-morph/package.json')));
  // The output does not depend on the parser of the command line.
  const { commander: _, ...others } = readManifest(generatorFolder)['dependencies'] as {
    readonly [name: string]: string;
  };
  return [common, ...Object.keys(others).map((name) => versionOf(name))];
}

/** Returns the files below a folder, sorted. @throws if they are too many, or if something is neither a file nor a folder */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (path: string): Promise<void> => {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      const place = join(path, entry.name);
      if (entry.isDirectory()) await visit(place);
      else if (entry.isFile() && found.length < MAX_FILES) found.push(place);
      else throw new Error(`Not an input: ${place}`);
    }
  };
  await visit(folder);
  return found.sort();
}
