import { createHash, randomBytes } from 'node:crypto';
import { open, readdir, rename, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MemoryTokenStore, type StoredValue, type TokenStore } from '../client/tokenStore.js';
import { checkFolder, credentialsFolder, exposure, makePrivate } from './credentialsFolder.js';
import { hasCode, TokenStoreError } from './errors.js';
import { FileLock, remove } from './fileLock.js';
import { lifeOf, ownMark } from './processMark.js';

/** Options of {@link FileTokenStore}. */
export interface FileTokenStoreOptions {
  /**
   * The folder, as an absolute path. It is made if it does not exist. Default: `mcp-gen/credentials` in the user's folder for
   * configuration: `$XDG_CONFIG_HOME` or `~/.config`, `~/Library/Application Support` on macOS, `%APPDATA%` on Windows.
   */
  readonly folder?: string | undefined;
  /** Milliseconds to wait for a lock that another process holds, for example while a person logs in there. Default 360,000: six minutes. */
  readonly lockTimeout?: number | undefined;
  /** The bytes that the file of one key may have. Default 262,144: 256 KiB. */
  readonly sizeLimit?: number | undefined;
}

/**
 * Keeps credentials in a folder that the user alone can read (mode 700), a file for each key (mode 600). They are not encrypted: programs
 * of the same user can read them.
 *
 * A file is replaced as one step, and written to the disk before. Processes that share the folder take turns where they take a lock, and a
 * lock whose holder was killed is released at once. On file systems that several machines share, it is released 30 seconds after its
 * holder was last seen.
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
  /** Callers of this process take turns first, so that each process waits once for the others. */
  readonly #turns = new MemoryTokenStore();

  /**
   * Opens nothing yet.
   *
   * @throws {TypeError} if the folder is relative.
   * @throws {RangeError} if a number is not positive.
   */
  constructor({ folder, lockTimeout = 360_000, sizeLimit = 262_144 }: FileTokenStoreOptions = {}) {
    this.folder = folder === undefined ? credentialsFolder() : checkFolder(folder);
    this.#lockTimeout = positive('lockTimeout', lockTimeout);
    this.#sizeLimit = positive('sizeLimit', sizeLimit);
  }

  /**
   * Returns the value of a key, or undefined.
   *
   * @throws {TokenStoreError} if its file is damaged or too large, or others can read it.
   */
  async get(key: string): Promise<StoredValue | undefined> {
    await makePrivate(this.folder);
    const path = this.#pathOf(key);
    const text = await this.#read(path);
    return text === undefined ? undefined : parse(text, key, path);
  }

  /**
   * Replaces the value of a key, or deletes it.
   *
   * @throws {TokenStoreError} if it is too large, or others can look into the folder.
   */
  async set(key: string, value: StoredValue | undefined): Promise<void> {
    await makePrivate(this.folder);
    const path = this.#pathOf(key);
    if (value === undefined) {
      await remove(path);
      return;
    }
    const text = `${JSON.stringify({ key, value })}\n`;
    const size = Buffer.byteLength(text);
    if (size > this.#sizeLimit) {
      throw new TokenStoreError(
        `The credentials for ${path} have ${size} bytes. The limit is ${this.#sizeLimit}: see the option sizeLimit`,
      );
    }
    await this.#removeAbandoned(key);
    await this.#replace(path, text, `${nameOf(key)}.${await ownMark()}.${randomBytes(8).toString('hex')}.tmp`);
  }

  /**
   * Runs a function while no other caller runs one for the same key, over all processes that use the folder.
   *
   * @throws {TokenStoreError} if another process holds the lock for longer than `lockTimeout`.
   * @throws the reason of `signal` if it aborts while the lock is awaited.
   */
  async lock<T>(key: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(this.#tookTooLong()), this.#lockTimeout);
    const waiting = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
    try {
      return await this.#turns.lock(
        key,
        async () => {
          await makePrivate(this.folder);
          const release = await new FileLock(this.folder, nameOf(key)).acquire(waiting);
          clearTimeout(timer);
          try {
            return await run();
          } finally {
            await release();
          }
        },
        waiting,
      );
    } finally {
      clearTimeout(timer);
    }
  }

  #pathOf(key: string): string {
    return join(this.folder, `${nameOf(key)}.json`);
  }

  #tookTooLong(): TokenStoreError {
    return new TokenStoreError(
      `The credentials in ${this.folder} have been locked for ${this.#lockTimeout} ms, by another process or by another call. Try again when it is done, for example with a login`,
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
          `The file of credentials ${path} ${problem}. Expected mode 600. Delete it and log in again, or run chmod 600 on it if nobody has read it`,
        );
      }
      if (size > this.#sizeLimit) {
        throw new TokenStoreError(
          `The file of credentials ${path} has ${size} bytes. The limit is ${this.#sizeLimit}. Delete it and log in again`,
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

  /** Deletes what processes have left that were killed while they wrote. */
  async #removeAbandoned(key: string): Promise<void> {
    for (const name of await readdir(this.folder)) {
      if (!name.startsWith(`${nameOf(key)}.`) || !name.endsWith('.tmp')) continue;
      if ((await lifeOf(name.split('.')[1] ?? '')) === 'ended') await remove(join(this.folder, name));
    }
  }
}

/** A key may have any characters, and any length. */
function nameOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function parse(text: string, key: string, path: string): StoredValue {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    // The error of the parser quotes the text, which may be a secret.
  }
  const { key: written, value } = (content ?? {}) as { readonly key?: unknown; readonly value?: unknown };
  if (written === key && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as StoredValue;
  }
  throw new TokenStoreError(
    `The file of credentials ${path} is damaged: expected a JSON object with its key and a value. Restore it, or delete it and log in again`,
  );
}

/** Renames a file over another one. On Windows a program that reads that can be in the way for a moment. */
async function move(from: string, to: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (attempt === 10 || process.platform !== 'win32' || !hasCode(error, 'EBUSY', 'EPERM', 'EACCES')) throw error;
      await sleep(20);
    }
  }
}

/** Makes a rename last through a loss of power. Windows cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

function positive(name: string, value: number): number {
  if (value > 0) return value;
  throw new RangeError(`The option ${name} must be a positive number, not ${value}`);
}
