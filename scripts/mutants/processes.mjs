// Ends what a stopped test has left running.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Kills every process that uses a folder: it runs there, or its command line or environment names the folder.
 * Programs that tests start may lead process groups of their own, so that ending the group of the test is not enough. Does
 * nothing without `/proc`.
 */
export function endProcessesOf(folder) {
  for (const pid of processes()) {
    if (pid !== process.pid && belongsTo(pid, folder)) end(pid);
  }
}

/** Ends a process with all of its group, which it leads. */
export function endGroup(pid) {
  end(process.platform === 'win32' ? pid : -pid);
}

function processes() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function belongsTo(pid, folder) {
  const isWithin = (path) => path === folder || path.startsWith(`${folder}/`);
  try {
    if (isWithin(readlinkSync(`/proc/${pid}/cwd`))) return true;
    return ['cmdline', 'environ'].some((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(`${folder}/`));
  } catch {
    // It has ended, or is not ours.
    return false;
  }
}

function end(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
