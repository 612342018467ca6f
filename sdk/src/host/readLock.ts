import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { ConfigError } from './hostErrors.js';
import { contractDigest, type LockFile } from './lock.js';
import { readTextFile } from './readTextFile.js';

/** Maximum bytes of a lock file. */
const SIZE_LIMIT = 64 * 1024 * 1024;

const REMEDY = 'Restore the file, or remove the server from it and run mcp-gen bind';

const LISTS = { tools: 'name', prompts: 'name', resources: 'uri', templates: 'uri' } as const;

/**
 * Reads the reviewed contracts from a lock file, which `mcp-gen bind` writes.
 *
 * @example
 * ```ts
 * import { Host, readConfig, readLock } from '@mcp-gen/sdk/host';
 *
 * const lock = { reviewed: await readLock('mcp.lock.json') };
 * const host = new Host({ servers: await readConfig('mcp.json'), lock });
 * await host.start();
 * ```
 * @throws {ConfigError} if the file cannot be read, has more than 64 MiB, is not a lock file, or a digest does not match its content.
 */
export async function readLock(path: string): Promise<LockFile> {
  const value = parse(await readTextFile(path, SIZE_LIMIT), path);
  const problems = problemsIn(value);
  if (problems.length === 0) return value as LockFile;
  throw new ConfigError(problems.map((problem) => `${path}: ${problem}`));
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ConfigError([`${path}: invalid JSON. Restore the file, or delete it and run mcp-gen bind`], { cause });
  }
}

/** A wrong digest means that the file was edited by hand, without a review. */
function problemsIn(value: unknown): readonly string[] {
  if (!isObject(value) || value.lockVersion !== 1) return ['expected a lock file with "lockVersion": 1'];
  if (!isObject(value.servers)) return ['servers: expected an object with a server under each key'];
  return Object.entries(value.servers).flatMap(([name, server]) => {
    const where = `servers[${JSON.stringify(name)}]`;
    if (!isObject(server)) return [`${where}: expected an object`];
    const lists = Object.entries(LISTS).flatMap(([list, key]) => problemsOf(server[list], key, `${where}.${list}`));
    const { digest, server: about, instructions } = server;
    if (digest === contractDigest({ server: about, instructions })) return lists;
    return [`${where}: the digest does not match its name, version, and instructions. ${REMEDY}`, ...lists];
  });
}

function problemsOf(list: unknown, key: string, where: string): readonly string[] {
  if (!Array.isArray(list)) return [`${where}: expected an array`];
  return list.flatMap((item: unknown, index): readonly string[] => {
    if (!isObject(item) || typeof item[key] !== 'string') return [`${where}[${index}]: expected an object with ${key}`];
    const { digest, ...contract } = item;
    if (digest === contractDigest(contract)) return [];
    return [`${where}[${index}]: the digest does not match ${JSON.stringify(item[key])}. ${REMEDY}`];
  });
}
