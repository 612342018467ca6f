import type { ChildProcess } from 'node:child_process';
import spawn from 'cross-spawn';

/** Ends a process together with all its descendants. */
export interface ProcessTree {
  /** Whether the process leads its own process group. */
  readonly detached: boolean;
  /** Signals the process and its descendants. Returns whether any of them was left. */
  readonly end: (leader: ChildProcess, signal: NodeJS.Signals) => boolean;
}

/** Process groups, which outlive their leader: descendants of a shell that has exited are still in its group. */
const processGroup: ProcessTree = {
  detached: true,
  end({ pid }, signal) {
    if (pid === undefined) return false;
    try {
      return process.kill(-pid, signal);
    } catch {
      return false;
    }
  },
};

/** Runs a program to completion. Returns whether it succeeded. */
export type RunProgram = (program: string, args: readonly string[]) => boolean;

/** Timeout of `taskkill` in milliseconds. */
const TASKKILL_TIMEOUT = 5_000;

const runProgram: RunProgram = (program, args) =>
  spawn.sync(program, args, { stdio: 'ignore', windowsHide: true, timeout: TASKKILL_TIMEOUT }).status === 0;

/**
 * The process tree on Windows, which has neither process groups nor signals: `taskkill /T /F` ends a process with its descendants. It finds
 * them by parent process, so the leader must be alive, and the first signal ends the whole tree. A detached process would open a console
 * window. Tested with a stand-in for `taskkill`, not on Windows.
 *
 * @param run runs `taskkill`
 */
export function taskkillTree(run: RunProgram = runProgram): ProcessTree {
  return {
    detached: false,
    end(leader, signal) {
      const { pid, exitCode, signalCode } = leader;
      // The id of a process that has exited may already belong to another one.
      if (pid === undefined || exitCode !== null || signalCode !== null) return false;
      // An absolute path, so that a program with this name in the working directory is not run.
      const program = `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\taskkill.exe`;
      return run(program, ['/PID', String(pid), '/T', '/F']) || leader.kill(signal);
    },
  };
}

/** The implementation for this platform. Tests replace it. */
export const processTree: { current: ProcessTree } = {
  current: process.platform === 'win32' ? taskkillTree() : processGroup,
};

/** Functions that end the servers that are still running when this process ends. */
const leftovers = new Set<() => void>();

function endAll(): void {
  for (const end of leftovers) end();
}

/**
 * Registers a function to run when this process ends without a signal: by exit, or by an uncaught error. An unhandled signal leaves no time
 * for it. Returns a function that removes it.
 */
export function endWithProcess(end: () => void): () => void {
  if (leftovers.size === 0) process.on('exit', endAll);
  leftovers.add(end);
  return () => {
    leftovers.delete(end);
    if (leftovers.size === 0) process.off('exit', endAll);
  };
}
