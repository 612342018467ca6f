import { randomBytes } from 'node:crypto';
import { readdir, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from './errors.js';
import { lifeOf, ownMark } from './processMark.js';

/** Milliseconds between renewals of a lock that is held. */
const RENEWAL = 5_000;

/** Milliseconds without a renewal after which a lock is released whose process cannot be looked up. */
const RENEWAL_LIMIT = 30_000;

/** Milliseconds that count at most between two looks, so that a computer that slept does not release locks of others. */
const LOOK_LIMIT = 1_000;

/** Milliseconds between two looks at a lock that others hold: a random number between these. */
const LOOK_MIN = 5;
const LOOK_MAX = 50;

/**
 * A lock that processes share through a folder. Who wants it announces itself with a file that nobody else ever uses the name of, and then
 * looks for files of others: it has the lock if there are none, and takes its announcement back otherwise. Of two processes, the one that
 * announced itself later sees the other, so they never both have it. Files of processes that ended are deleted; since names are never used
 * again, this cannot hit the lock of somebody else.
 */
export class FileLock {
  readonly #folder: string;
  readonly #prefix: string;

  /** @param name begins the names of the files. Letters and digits */
  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#prefix = `${name}.`;
  }

  /**
   * Waits for the lock, and returns what releases it.
   *
   * @throws the reason of the signal if it aborts before.
   */
  async acquire(signal: AbortSignal): Promise<() => Promise<void>> {
    const own = join(this.#folder, `${this.#prefix}${await ownMark()}.${randomBytes(8).toString('hex')}.lock`);
    const others = new Others();
    for (;;) {
      signal.throwIfAborted();
      if (!(await this.#isHeldBut(own, others))) {
        await writeFile(own, '', { flag: 'wx', mode: 0o600 });
        const isOwn = await this.#isHeldBut(own, others).then(
          (isHeld) => !isHeld && !signal.aborted,
          async (error: unknown) => {
            await remove(own);
            throw error;
          },
        );
        if (isOwn) return keep(own);
        await remove(own);
      }
      await pause(LOOK_MIN + Math.random() * (LOOK_MAX - LOOK_MIN), signal);
    }
  }

  /** Whether another process has the lock, or announced itself. Deletes the files of those that have ended. */
  async #isHeldBut(own: string, others: Others): Promise<boolean> {
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

/** What one process that waits has seen of the locks of others. */
class Others {
  /** When each lock was renewed, by the clock of the file system, and the milliseconds since then that this process has watched it. */
  readonly #seen = new Map<string, { readonly renewed: number; quiet: number; looked: number }>();

  /** Whether the process that holds a lock is known to have ended, or has not renewed it for long. */
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
    seen.quiet += Math.min(now - seen.looked, LOOK_LIMIT);
    seen.looked = now;
    return seen.quiet > RENEWAL_LIMIT;
  }
}

/** Renews a lock until it is released. */
function keep(path: string): () => Promise<void> {
  const timer = setInterval(() => {
    const now = new Date();
    // A folder that was deleted has no locks any longer, and releasing finds that out.
    utimes(path, now, now).catch(() => undefined);
  }, RENEWAL);
  timer.unref();
  return async () => {
    clearInterval(timer);
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

/** Deletes a file, if it is there. On Windows a program that looks at it can be in the way for a moment. */
export async function remove(path: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await unlink(path);
      return;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return;
      if (attempt === 10 || !hasCode(error, 'EBUSY', 'EPERM', 'EACCES')) throw error;
      await sleep(20);
    }
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch {
    signal.throwIfAborted();
  }
}
