/** Process marks in file names, by which other processes can tell whether the process that created a file is still running. */

import { createHash, randomUUID } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { hasCode } from './tokenStoreError.js';

/** Whether a process is running. `unknown`: it is on another machine, in another container, or its PID may have been reused. */
export type ProcessLife = 'running' | 'ended' | 'unknown';

let own: Promise<string> | undefined;

/** Returns the mark of this process: `3f2a90c1b7de-4711-88123`. Contains letters, digits, and two hyphens. */
export function ownMark(): Promise<string> {
  own ??= makeMark();
  return own;
}

/** Returns whether the process of a mark is running. */
export async function lifeOf(mark: string): Promise<ProcessLife> {
  const [machine, pid, started] = mark.split('-');
  const [here] = (await ownMark()).split('-');
  if (machine !== here) return 'unknown';
  if (!exists(Number(pid))) return 'ended';
  const found = await startOf(Number(pid));
  if (found === undefined || started === '') return 'unknown';
  return found === started ? 'running' : 'ended';
}

async function makeMark(): Promise<string> {
  const machine = createHash('sha256')
    .update(await numberingOf())
    .digest('hex')
    .slice(0, 12);
  return `${machine}-${process.pid}-${(await startOf(process.pid)) ?? ''}`;
}

/** Returns an id of the scope in which PIDs are unique: on Linux, one boot of a machine and one container. */
async function numberingOf(): Promise<string> {
  if (process.platform !== 'linux') return hostname();
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return boot + (await readlink('/proc/self/ns/pid'));
  } catch {
    // The state of other processes is unknown, so their locks end when they are no longer renewed.
    return randomUUID();
  }
}

/**
 * Returns when a process started, in kernel ticks; undefined if it has ended or there is no /proc. A zombie process still has a PID, but
 * has ended.
 */
async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program name in parentheses, which may contain any characters.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : fields[19];
  } catch {
    return undefined;
  }
}

function exists(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}
