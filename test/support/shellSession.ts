/** Shells that people type into: each line is sent with its tabs, and what the program was started with is returned. */

import { execFileSync, spawn } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';

/** The shells. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** One of the shells. */
export type Shell = (typeof SHELLS)[number];

/** The program `script` of util-linux makes the terminal that zsh and fish need. Bash reads lines without one. */
const STARTS: { readonly [name in Shell]: { readonly needs: readonly string[]; readonly command: readonly string[] } } =
  {
    bash: { needs: ['bash'], command: ['bash', '--noprofile', '--norc', '-i'] },
    zsh: { needs: ['zsh', 'script'], command: ['script', '-qc', 'zsh -f -i', '/dev/null'] },
    fish: { needs: ['fish', 'script'], command: ['script', '-qc', 'fish --no-config -i', '/dev/null'] },
  };

/** Writes each argument of the program, and the end of the line, into a file. */
const STAND_INS: { readonly [name in Shell]: (program: string, file: string) => string } = {
  bash: (program, file) => `${program}() { printf '%s\\0' "$@" >>${file}; printf '\\n\\0' >>${file}; }`,
  zsh: (program, file) => `${program}() { printf '%s\\0' "$@" >>${file}; printf '\\n\\0' >>${file}; }`,
  fish: (program, file) => `function ${program}; printf '%s\\0' $argv >>${file}; printf '\\n\\0' >>${file}; end`,
};

const SET_UP: { readonly [name in Shell]: (program: string) => string } = {
  bash: (program) => `eval "$(${program} completion bash)"`,
  zsh: (program) => `autoload -U compinit; compinit -D -u; eval "$(${program} completion zsh)"`,
  fish: (program) => `${program} completion fish | source`,
};

/** Returns why a shell cannot be typed into on this machine; undefined if it can. */
export function shellProblem(shell: Shell): string | undefined {
  const missing = STARTS[shell].needs.find((program) => {
    try {
      execFileSync('sh', ['-c', `command -v ${program}`]);
      return false;
    } catch {
      return true;
    }
  });
  return missing === undefined ? undefined : `${missing} is not installed`;
}

/** A shell in which completion has been set up. */
export interface ShellSession {
  /** Types a line, with tabs, and Enter. Resolves with the arguments that the program is started with. */
  readonly type: (line: string) => Promise<readonly string[]>;
  /** What the shell has printed. */
  readonly printed: () => string;
}

/**
 * Starts a shell, until the test is over.
 *
 * @param folder its current folder and its home
 * @param program the name of the program to complete, and the script of Node that it is
 */
export async function startShell(
  shell: Shell,
  folder: string,
  program: { readonly name: string; readonly script: string },
): Promise<ShellSession> {
  const log = join(folder, '.started');
  const rc = join(folder, '.rc');
  await writeFile(log, '');
  await writeFile(join(folder, program.name), `#!/bin/sh\nexec '${process.execPath}' '${program.script}' "$@"\n`);
  await chmod(join(folder, program.name), 0o755);
  await writeFile(rc, `${SET_UP[shell](program.name)}\n${STAND_INS[shell](program.name, log)}\n`);
  const [command = '', ...args] = STARTS[shell].command;
  const running = spawn(command, args, {
    cwd: folder,
    env: {
      ...{ HOME: folder, XDG_CONFIG_HOME: join(folder, '.config'), XDG_CACHE_HOME: join(folder, '.cache') },
      ...{ PATH: `${folder}:${process.env['PATH']}`, TERM: 'dumb', LC_ALL: 'C.UTF-8' },
    },
  });
  onTestFinished(() => void running.kill('SIGKILL'));
  let printed = '';
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (bytes) => (printed += String(bytes)));
  let count = 0;
  const type = async (line: string): Promise<readonly string[]> => {
    running.stdin.write(`${line}\n`);
    count++;
    const lines = async (): Promise<readonly string[]> => (await readFile(log, 'utf8')).split('\n\0').slice(0, -1);
    await expect.poll(async () => (await lines()).length, { message: `${line}\n${printed}` }).toBe(count);
    return ((await lines())[count - 1] ?? '').split('\0').slice(0, -1);
  };
  running.stdin.write(`source ${rc}\n`);
  await type(`${program.name} ready`);
  return { type, printed: () => printed };
}
