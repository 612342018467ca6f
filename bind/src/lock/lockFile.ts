import {
  contractDigest,
  readLock,
  type Locked,
  type LockedServer,
  type LockFile,
  type ServerContract,
} from '@mcp-gen/sdk/host';
import { access } from 'node:fs/promises';
import { escapeHidden } from '../compiler.js';
import { MistakeError } from '../mistakeError.js';

/** Reads the lock file. Returns a lock without servers if the file does not exist. */
export async function readLockFile(path: string): Promise<LockFile> {
  try {
    await access(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT')
      throw new MistakeError(`Cannot read the lock file ${path}: ${reasonOf(code)}`, { cause: error });
    return { lockVersion: 1, servers: {} };
  }
  return readLock(path);
}

function reasonOf(code = 'unknown error'): string {
  return code === 'ENOTDIR' ? 'part of its path is a file, not a folder' : code;
}

/** Returns the reviewed contract of a server; undefined if the server is not in the lock file. */
export function reviewedContract({ servers }: LockFile, server: string): ServerContract | undefined {
  const reviewed = Object.hasOwn(servers, server) ? servers[server] : undefined;
  if (reviewed === undefined) return undefined;
  const { digest: _, tools, prompts, resources, templates, ...rest } = reviewed;
  return {
    ...rest,
    tools: tools.map(withoutDigest),
    prompts: prompts.map(withoutDigest),
    resources: resources.map(withoutDigest),
    templates: templates.map(withoutDigest),
  };
}

function withoutDigest<Contract extends object>({ digest: _, ...contract }: Contract & { readonly digest: string }) {
  return contract;
}

/** Returns a lock file with the current contract of a server. */
export function withServer({ lockVersion, servers }: LockFile, name: string, contract: ServerContract): LockFile {
  const entries = [...Object.entries(servers).filter(([each]) => each !== name), [name, locked(contract)] as const];
  return { lockVersion, servers: Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Serializes a lock file, with invisible characters escaped. */
export function lockText(lock: LockFile): string {
  return `${escapeHidden(JSON.stringify(lock, null, 2))}\n`;
}

function locked({ tools, prompts, resources, templates, ...server }: ServerContract): LockedServer {
  return {
    digest: contractDigest({ server: server.server, instructions: server.instructions }),
    ...server,
    tools: tools.map(withDigest),
    prompts: prompts.map(withDigest),
    resources: resources.map(withDigest),
    templates: templates.map(withDigest),
  };
}

function withDigest<Contract extends object>(contract: Contract): Locked<Contract> {
  return { digest: contractDigest(contract), ...contract };
}
