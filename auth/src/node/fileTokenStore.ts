import {
  checkOptions,
  count,
  kind,
  lifetime,
  repeating,
  withDefaults,
  type OptionTable,
} from '@mcp-gen/runtime/options';
import { deadline, pause } from '@mcp-gen/runtime';
import { createHash, randomBytes } from 'node:crypto';
import { open, readdir, rename, type FileHandle } from 'node:fs/promises';
import { isAbsolute, join, normalize } from 'node:path';
import { MemoryTokenStore, type StoredValue, type TokenStore } from '../client/tokenStore.js';
import { credentialsFolder, exposure, makePrivate } from './credentialsFolder.js';
import { hasCode, TokenStoreError } from './tokenStoreError.js';
import { FileLock, remove } from './fileLock.js';
import { lifeOf, ownMark } from './processMark.js';

/** Options of {@link FileTokenStore}. */
export interface FileTokenStoreOptions {
  /**
   * The folder, as an absolute path. Created if it does not exist. Default: `mcp-gen/credentials` in the configuration folder of the user:
   * `$XDG_CONFIG_HOME` or `~/.config`, `~/Library/Application Support` on macOS, `%APPDATA%` on Windows.
   */
  readonly folder?: string | undefined;
  /** Milliseconds to wait for a lock that another process holds, for example during a login. Default 360,000: six minutes. */
  readonly lockTimeout?: number | undefined;
  /** Maximum bytes of the file of one key. Default 262,144: 256 KiB. */
  readonly sizeLimit?: number | undefined;
}

/** A relative path would depend on the working directory. */
const FOLDER = repeating(kind('an absolute path', (given) => typeof given === 'string' && isAbsolute(given)));

/** {@link FileTokenStoreOptions}. */
export const FILE_TOKEN_STORE_OPTIONS: OptionTable<FileTokenStoreOptions> = {
  folder: FOLDER,
  lockTimeout: lifetime(360_000),
  sizeLimit: count(262_144),
};

/**
 * Stores credentials in a folder that only the user can read (mode 700), with one file per key (mode 600). They are not encrypted: programs
 * of the same user can read them.
 *
 * Files are replaced atomically and synced to disk. Processes that share the folder share its locks. A lock whose holder was killed is
 * released immediately; on file systems that several machines share, 30 seconds after its last renewal.
 *
 * @example
 * ```ts
 * import { FileTokenStore } from '@mcp-gen/auth/node';
 *
 * const store = new FileTokenStore({ folder: '/home/ada/.config/weather-bot' });
 * await store.set('greeting', { text: 'hello' });
 * console.log(await store.get('greeting')); // { text: 'hello' }
 * ```
 */
export class FileTokenStore implements TokenStore {
  /** The folder. */
  readonly folder: string;
  readonly #lockTimeout: number;
  readonly #sizeLimit: number;
  /** Callers of this process queue here first, so that each process waits for the file lock once. */
  readonly #turns = new MemoryTokenStore();

  /**
   * Creates a store. Does not access the file system yet.
   *
   * @throws {TypeError} if the path is relative.
   * @throws {RangeError} if a number is not positive.
   */
  constructor(options: FileTokenStoreOptions = {}) {
    checkOptions('FileTokenStore', options, FILE_TOKEN_STORE_OPTIONS);
    const { folder, lockTimeout, sizeLimit } = withDefaults<FileTokenStoreOptions>(options, FILE_TOKEN_STORE_OPTIONS);
    this.folder = folder === undefined ? credentialsFolder() : normalize(folder);
    this.#lockTimeout = lockTimeout;
    this.#sizeLimit = sizeLimit;
  }

  /**
   * Returns the value of a key, or undefined.
   *
   * @throws {TokenStoreError} if its file is damaged or too large, or other users can read it.
   */
  async get(key: string): Promise<StoredValue | undefined> {
    const path = await this.#pathOf(key);
    const text = await this.#read(path);
    return text === undefined ? undefined : parse(text, key, path);
  }

  /**
   * Replaces the value of a key, or deletes it.
   *
   * @throws {TokenStoreError} if it is too large, or other users can access the folder.
   */
  async set(key: string, value: StoredValue | undefined): Promise<void> {
    const path = await this.#pathOf(key);
    if (value === undefined) {
      await remove(path);
      return;
    }
    const text = `${JSON.stringify({ key, value })}\n`;
    const size = Buffer.byteLength(text);
    if (size > this.#sizeLimit) {
      throw new TokenStoreError(
        `The credentials for ${path} have ${size} bytes, but "sizeLimit" is ${this.#sizeLimit}. Raise the option`,
      );
    }
    await this.#removeAbandoned(key);
    await this.#replace(path, text, `${nameOf(key)}.${await ownMark()}.${randomBytes(8).toString('hex')}.tmp`);
  }

  /**
   * Runs a function under an exclusive lock of a key, across all processes that use the folder.
   *
   * @throws {TokenStoreError} if another process holds the lock for longer than `lockTimeout`.
   * @throws the reason of `signal` if it aborts before the lock is acquired.
   */
  async lock<T>(key: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const late = deadline(this.#lockTimeout, () => this.#tookTooLong());
    const waiting = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
    try {
      return await this.#turns.lock(
        key,
        async () => {
          await makePrivate(this.folder);
          const release = await new FileLock(this.folder, nameOf(key)).acquire(waiting);
          late.stop();
          try {
            return await run();
          } finally {
            await release();
          }
        },
        waiting,
      );
    } finally {
      late.stop();
    }
  }

  /** Returns the path of the file of a key, in the folder, which is private now. */
  async #pathOf(key: string): Promise<string> {
    await makePrivate(this.folder);
    return join(this.folder, `${nameOf(key)}.json`);
  }

  #tookTooLong(): TokenStoreError {
    return new TokenStoreError(
      `Timed out after ${this.#lockTimeout} ms waiting for the lock of the credentials in ${this.folder}. Another process or call holds it, for example during a login. Try again when it has finished`,
    );
  }

  async #read(path: string): Promise<string | undefined> {
    let file: FileHandle;
    try {
      file = await open(path, 'r');
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw error;
    }
    try {
      const { uid, mode, size } = await file.stat();
      const problem = exposure({ uid, mode });
      if (problem !== undefined) {
        throw new TokenStoreError(
          `The credentials file ${path} ${problem}. Expected mode 600. Delete it and log in again, or run chmod 600 on it if nobody has read it`,
        );
      }
      if (size > this.#sizeLimit) {
        throw new TokenStoreError(
          `The credentials file ${path} has ${size} bytes, but "sizeLimit" is ${this.#sizeLimit}. Delete it and log in again`,
        );
      }
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  }

  async #replace(path: string, text: string, temporary: string): Promise<void> {
    const written = join(this.folder, temporary);
    try {
      const file = await open(written, 'wx', 0o600);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await move(written, path);
    } catch (error) {
      await remove(written);
      throw error;
    }
    await syncFolder(this.folder);
  }

  /** Deletes temporary files of processes that were killed while writing. */
  async #removeAbandoned(key: string): Promise<void> {
    for (const name of await readdir(this.folder)) {
      if (!name.startsWith(`${nameOf(key)}.`) || !name.endsWith('.tmp')) continue;
      if ((await lifeOf(name.split('.')[1] ?? '')) === 'ended') await remove(join(this.folder, name));
    }
  }
}

/** Returns a file name for a key, which may have any characters and any length. */
function nameOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function parse(text: string, key: string, path: string): StoredValue {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    // The message of the parser contains the text, which may be a secret.
  }
  const { key: written, value } = (content ?? {}) as { readonly key?: unknown; readonly value?: unknown };
  if (written === key && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as StoredValue;
  }
  throw new TokenStoreError(
    `The credentials file ${path} is damaged: expected a JSON object with its key and a value. Restore it, or delete it and log in again`,
  );
}

/** Renames a file over another one. On Windows, a program that reads the target can block that for a moment. */
async function move(from: string, to: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (attempt === 10 || process.platform !== 'win32' || !hasCode(error, 'EBUSY', 'EPERM', 'EACCES')) throw error;
      await pause(20);
    }
  }
}

/** Syncs a folder, so that a rename survives a power failure. Windows cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
