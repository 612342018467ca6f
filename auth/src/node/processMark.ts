/** Marks of processes in file names, by which other processes can tell whether the one that made a file still runs. */

import { createHash, randomUUID } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { hasCode } from './errors.js';

/** Whether a process runs. `unknown`: it is on another machine, in another container, or its number may have been given to another one. */
export type ProcessLife = 'running' | 'ended' | 'unknown';

let own: Promise<string> | undefined;

/** Returns the mark of this process: `3f2a90c1b7de-4711-88123`. Letters, digits and two hyphens. */
export function ownMark(): Promise<string> {
  own ??= makeMark();
  return own;
}

/** Finds out whether the process of a mark runs. */
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

/** What the numbers of processes are unique in: on Linux, one boot of a machine, and there one container. */
async function numberingOf(): Promise<string> {
  if (process.platform !== 'linux') return hostname();
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return boot + (await readlink('/proc/self/ns/pid'));
  } catch {
    // Nothing is known of other processes: their locks end when they are no longer renewed.
    return randomUUID();
  }
}

/**
 * When a process started, in ticks of the kernel. Nothing where there is no /proc. A process that was killed, and that its parent has
 * not waited for, still has a number, but has ended.
 */
async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name of the program in parentheses, which may have any characters.
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
