/** Reads the official files of one revision from a URL, a folder, or one file. */

import { basename, dirname, join, posix } from 'node:path';
import { isFile } from '../isFile.js';
import { PullError } from './pullError.js';
import type { ModuleFile } from '../read/modules.js';
import { officialPaths, openSource, readFrom, type Source } from './source.js';

/** The official files of one revision. */
export interface OfficialFiles {
  readonly script: Uint8Array;
  /** The files that the schema.ts imports, with paths relative to its folder. Default: none. */
  readonly modules?: readonly ModuleFile[];
  /** Absent if there is only a schema.ts. */
  readonly json?: Uint8Array;
}

/**
 * @param from a URL under which files have the paths of the official repository; a folder that holds `<revision>/schema.ts` or `schema.ts`;
 *   or a file. In folders and next to files, the schema.json may be missing.
 * @throws {PullError} if a file cannot be read completely
 */
export async function readOfficial(revision: string, from: string): Promise<OfficialFiles> {
  const source = openSource(from);
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(from)) {
    const { schema, jsonSchema } = officialPaths(revision);
    const script = await source(revision, 'schema.ts', schema);
    return {
      script,
      ...(await modulesFrom(source, revision, script)),
      json: await source(revision, 'schema.json', jsonSchema),
    };
  }
  const path = findScript(revision, from);
  const json = join(dirname(path), `${basename(path).replace(/(\.d)?\.ts$/, '')}.json`);
  const script = await readFrom(path);
  const modules = await importsOf(script, path.replaceAll('\\', '/'), async (each) =>
    isFile(each) ? await readFrom(each) : undefined,
  );
  return { script, ...modules, ...(isFile(json) && { json: await readFrom(json) }) };
}

/** Reads the modules of a revision's schema.ts from its source. A module that cannot be read is reported where it is imported. */
export async function modulesFrom(
  source: Source,
  revision: string,
  script: Uint8Array,
): Promise<Pick<OfficialFiles, 'modules'>> {
  const { schema } = officialPaths(revision);
  const folder = posix.dirname(schema.path);
  return importsOf(script, schema.path, async (path) => {
    try {
      return await source(revision, posix.relative(folder, path), { path });
    } catch (error) {
      if (error instanceof PullError) return undefined;
      throw error;
    }
  });
}

async function importsOf(
  script: Uint8Array,
  path: string,
  readFrom: (path: string) => Promise<Uint8Array | undefined>,
): Promise<Pick<OfficialFiles, 'modules'>> {
  const { modulesOf } = await import('../read/modules.js');
  const text = Buffer.from(script).toString('utf8');
  const found = await modulesOf({ path, text }, async (each) => {
    const content = await readFrom(each);
    return content && Buffer.from(content).toString('utf8');
  });
  const modules = found.map((each) => ({ ...each, path: posix.relative(posix.dirname(path), each.path) }));
  return modules.length > 0 ? { modules } : {};
}

function findScript(revision: string, from: string): string {
  const candidates = [from, join(from, revision, 'schema.ts'), join(from, 'schema.ts')];
  const path = candidates.find(isFile);
  if (path !== undefined) return path;
  throw new PullError(
    `No schema of ${revision} found at ${from}. Expected a file, ${revision}/schema.ts, or schema.ts.`,
  );
}
