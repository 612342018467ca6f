/** The recipes of docs/recipes: programs, the lines that try them, and what these print. They are run as a reader would run them. */

import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { freePort, startProgram, type RunningProgram } from './httpProgram.js';
import { programsIn } from './pagePrograms.js';
import { runProgram } from './runCli.js';
import { runnable } from './runnable.js';
import { readProjectFile, ROOT } from './schemas.js';

const FOLDER = 'docs/recipes';

/** The names of all recipes: those of their pages. */
export const RECIPES: readonly string[] = readdirSync(join(ROOT, FOLDER))
  .map((file) => file.replace(/\.md$/, ''))
  .filter((name) => name !== 'index')
  .toSorted();

/** A recipe, by its page. */
export interface Recipe {
  readonly page: string;
  readonly programs: ReadonlyMap<string, string>;
  /** The lines for a shell that try it. */
  readonly lines: readonly string[];
  /** What these lines print; undefined if the page does not say. */
  readonly prints: string | undefined;
}

export function readRecipe(name: string): Recipe {
  const page = readProjectFile(`${FOLDER}/${name}.md`);
  const [, shell = ''] = /```sh\n(.*?)```/s.exec(page) ?? [];
  const [, prints] = /<!-- prints -->\s*```text\n(.*?)```/s.exec(page) ?? [];
  return { page, programs: programsIn(page), lines: shell.trim().split('\n'), prints };
}

/** What a test changes of the way in which a recipe is tried. */
export interface Trial {
  readonly env?: { readonly [name: string]: string };
  /** The folder of packages that its programs import from. Default: the project's own. */
  readonly packages?: string;
  /** Files in the folder of its programs besides these, by their paths. */
  readonly files?: { readonly [path: string]: string };
  /** The program of Node. Default: that of the tests. */
  readonly node?: string;
}

/** Lines that install, or that need a machine of the reader's: a test does in their place what they do. */
const LEFT_OUT = /^(npm install|npx wrangler|export |nginx )/;

/** A line that ends the server in the background after some seconds. */
const ENDS_SERVER = /^sleep (\d+) && kill %1$/;

/** Puts the programs of a recipe into a folder, and has a shell run its lines one after another. Returns what they print. */
export async function tryRecipe(recipe: Recipe, trial: Trial = {}): Promise<string> {
  const { env = {}, files = {}, packages, node = process.execPath } = trial;
  const port = String(await freePort());
  const compiled = (text: string): string =>
    text.replaceAll(/\bnode (--test )?([\w.]+)\.ts\b/g, (_, test = '', name) => `node ${test}${name}.js`);
  const folder = await runnable(new Map([...recipe.programs].map(([file, text]) => [file, compiled(text)])), packages);
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
  const environment = {
    ...exported(recipe.lines, port),
    ...env,
    PORT: port,
    PATH: `${join(node, '..')}:${process.env['PATH'] ?? ''}`,
  };
  let server: RunningProgram | undefined;
  let printed = '';
  for (const line of recipe.lines.filter((each) => !LEFT_OUT.test(each))) {
    const [, seconds] = ENDS_SERVER.exec(line) ?? [];
    if (seconds !== undefined) {
      await pause(Number(seconds) * 1_000);
      await server?.terminate();
      continue;
    }
    const command = compiled(line)
      .replaceAll('npx -y @mcp-gen/talk', `node ${join(ROOT, 'talk/dist/bin.js')}`)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`);
    const [, program] = /^node (\S+) &/.exec(command) ?? [];
    if (program === undefined) {
      const { code, stdout, stderr } = await runProgram(folder, 'sh', ['-c', command], environment);
      if (code !== 0) throw new Error(`${line}: exit code ${code}: ${stdout}${stderr}`);
      printed += command.endsWith('|| true') ? `${stdout}${stderr}` : stdout;
    } else server = await startServer(node, program, folder, environment);
  }
  return printed;
}

/** The variables that lines set to a text. A test gives those that a command, or the reader, makes. */
function exported(lines: readonly string[], port: string): { readonly [name: string]: string } {
  const words = lines.filter((line) => line.startsWith('export ')).flatMap((line) => line.split(' ').slice(1));
  const texts = words.filter((word) => /^\w+=[\w:/.]+$/.test(word) && !word.endsWith('...'));
  return Object.fromEntries(
    texts.map((word): [string, string] => {
      const [name = '', text = ''] = word.split('=');
      return [name, text.replace('127.0.0.1:3000', `127.0.0.1:${port}`)];
    }),
  );
}

async function startServer(
  node: string,
  program: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<RunningProgram> {
  const running = await startProgram(node, [program], { isReady: (line) => line.startsWith('http'), cwd, env });
  onTestFinished(running.stop);
  return running;
}
