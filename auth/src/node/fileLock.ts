import { every, pause } from '@mcp-gen/runtime';
import { randomBytes } from 'node:crypto';
import { readdir, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { hasCode } from './tokenStoreError.js';
import { lifeOf, ownMark } from './processMark.js';

/** Milliseconds between renewals of an acquired lock. */
const RENEWAL = 5_000;

/** Milliseconds without a renewal after which a lock of an unknown process is released. */
const RENEWAL_LIMIT = 30_000;

/** Maximum milliseconds that count between two checks, so that a computer that was suspended does not release other locks. */
const MAX_CHECK_GAP = 1_000;

/** Minimum milliseconds between two checks of a lock that another process holds. The actual delay is random. */
const MIN_CHECK_DELAY = 5;
const MAX_CHECK_DELAY = 50;

/**
 * A lock that processes share through a folder. To acquire it, a process creates a file with a unique name, and then looks for files of
 * others. It holds the lock if there are none, and deletes its file otherwise. Of two processes, the later one sees the file of the earlier
 * one, so they never both hold the lock. Files of processes that have ended are deleted. Because names are unique, this cannot delete the
 * lock of another process.
 */
export class FileLock {
  readonly #folder: string;
  readonly #prefix: string;

  /** @param name the prefix of the file names: letters and digits */
  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#prefix = `${name}.`;
  }

  /**
   * Waits for the lock, and returns a function that releases it.
   *
   * @throws the reason of the signal if it aborts before.
   */
  async acquire(signal: AbortSignal): Promise<() => Promise<void>> {
    const own = join(this.#folder, `${this.#prefix}${await ownMark()}.${randomBytes(8).toString('hex')}.lock`);
    const others = new Others();
    for (;;) {
      signal.throwIfAborted();
      if (!(await this.#isHeldByOther(own, others))) {
        await writeFile(own, '', { flag: 'wx', mode: 0o600 });
        const isOwn = await this.#isHeldByOther(own, others).then(
          (isHeld) => !isHeld && !signal.aborted,
          async (error: unknown) => {
            await remove(own);
            throw error;
          },
        );
        if (isOwn) return keep(own);
        await remove(own);
      }
      await pause(MIN_CHECK_DELAY + Math.random() * (MAX_CHECK_DELAY - MIN_CHECK_DELAY), signal);
    }
  }

  /** Returns whether another process holds or requests the lock. Deletes the files of processes that have ended. */
  async #isHeldByOther(own: string, others: Others): Promise<boolean> {
    const names = await readdir(this.#folder);
    const paths = names
      .filter((name) => name.startsWith(this.#prefix) && name.endsWith('.lock'))
      .map((name) => join(this.#folder, name))
      .filter((path) => path !== own);
    let isHeld = false;
    for (const path of paths) {
      if (await others.hasEnded(path)) await remove(path);
      else isHeld = true;
    }
    return isHeld;
  }
}

/** The locks of other processes that a waiting process has seen. */
class Others {
  /** When each lock was last renewed, by the clock of the file system, and the milliseconds that this process has watched it since. */
  readonly #seen = new Map<string, { readonly renewed: number; quiet: number; looked: number }>();

  /** Returns whether the process that holds a lock has ended, or has not renewed it for too long. */
  async hasEnded(path: string): Promise<boolean> {
    const [, mark = ''] = basename(path).split('.');
    const life = await lifeOf(mark);
    if (life !== 'unknown') return life === 'ended';
    const renewed = await renewalOf(path);
    if (renewed === undefined) return true;
    const now = performance.now();
    const seen = this.#seen.get(path);
    if (seen?.renewed !== renewed) {
      this.#seen.set(path, { renewed, quiet: 0, looked: now });
      return false;
    }
    seen.quiet += Math.min(now - seen.looked, MAX_CHECK_GAP);
    seen.looked = now;
    return seen.quiet > RENEWAL_LIMIT;
  }
}

/** Renews a lock until it is released. */
function keep(path: string): () => Promise<void> {
  const stop = every(RENEWAL, () => {
    const now = new Date();
    // If the folder was deleted, releasing the lock notices it.
    utimes(path, now, now).catch(() => undefined);
  });
  return async () => {
    stop();
    await remove(path);
  };
}

async function renewalOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Deletes a file, if it exists. On Windows, a program that reads the file can block that for a moment. */
export async function remove(path: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await unlink(path);
      return;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return;
      if (attempt === 10 || !hasCode(error, 'EBUSY', 'EPERM', 'EACCES')) throw error;
      await pause(20);
    }
  }
}
