import type { ChildProcess } from 'node:child_process';
import spawn from 'cross-spawn';

/** How a process is ended together with all that it has started. */
export interface ProcessTree {
  /** Whether the process leads a group of its own. */
  readonly detached: boolean;
  /** Signals the process and what it has started. Returns whether any of them was left. */
  readonly end: (leader: ChildProcess, signal: NodeJS.Signals) => boolean;
}

/** Process groups, which outlive their leader: a shell that has exited leaves what it started in its group. */
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

/** Runs a program to its end. Returns whether it succeeded. */
export type RunProgram = (program: string, args: readonly string[]) => boolean;

/** Milliseconds that `taskkill` is given. */
const TASKKILL_TIMEOUT = 5_000;

const runProgram: RunProgram = (program, args) =>
  spawn.sync(program, args, { stdio: 'ignore', windowsHide: true, timeout: TASKKILL_TIMEOUT }).status === 0;

/**
 * The tree of processes of Windows, which has neither groups nor signals: `taskkill /T /F` ends a process with its descendants. It finds
 * them by their parents, so the leader has to be alive, and the first signal ends the whole tree at once. A detached process would get
 * a console window. Tested with a stand-in for `taskkill`, not on Windows.
 *
 * @param run runs `taskkill`
 */
export function taskkillTree(run: RunProgram = runProgram): ProcessTree {
  return {
    detached: false,
    end(leader, signal) {
      const { pid, exitCode, signalCode } = leader;
      // The number of a process that is gone may be that of another one by now.
      if (pid === undefined || exitCode !== null || signalCode !== null) return false;
      // By its path: a program of that name in the working directory must not be run.
      const program = `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\taskkill.exe`;
      return run(program, ['/PID', String(pid), '/T', '/F']) || leader.kill(signal);
    },
  };
}

/** The way of this platform. Tests put another one in its place. */
export const processTree: { current: ProcessTree } = {
  current: process.platform === 'win32' ? taskkillTree() : processGroup,
};
