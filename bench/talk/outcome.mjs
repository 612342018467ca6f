// What a program makes of a job.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Returns what a program makes of a job or of a mistake, by what its output shows. */
export async function outcome(run, { shows, isMistake }, command) {
  if (command === undefined) return 'no such command';
  const { code, stdout, stderr } = await run(command);
  const isShown = shows.test(`${stdout}${stderr}`);
  if (isMistake !== true) return code === 0 && isShown ? 'yes' : `no (exit code ${code})`;
  if (code === 0) return 'calls something nevertheless';
  return isShown ? 'refused, with what was meant' : 'refused';
}

/** Returns a function that runs a command in a folder. What programs remember, and files of results, are in the folder, too. */
export function runIn(folder) {
  const env = {
    ...process.env,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    XDG_CONFIG_HOME: folder,
    TMPDIR: folder,
    NO_COLOR: '1',
    CI: '1',
  };
  return (command) => run(folder, env, command);
}

async function run(folder, env, [program, ...args]) {
  const child = spawn(program, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return { code, stdout, stderr };
}
