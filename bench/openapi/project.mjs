// Makes, compiles, and tests a server of a public document, with the packages of this repository.
import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const LARGE = { maxBuffer: 1e9 };

/** Scaffolds a server in a process of its own. Returns what that took. */
export async function scaffold(document, project) {
  await borrow(project);
  const program = fileURLToPath(new URL('scaffoldOnce.mjs', import.meta.url));
  const { stdout } = await run(process.execPath, [program, document, project], LARGE);
  return JSON.parse(stdout);
}

/** Compiles a server. Returns the seconds, and the errors of the compiler. */
export async function compile(project) {
  const started = performance.now();
  const compiler = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  const errors = await run(process.execPath, [compiler, '-p', project], LARGE).then(
    () => [],
    ({ stdout, message }) => (stdout === '' ? [message] : stdout.trim().split('\n')),
  );
  return { compileSeconds: (performance.now() - started) / 1000, errors };
}

/** Runs the tests of a server. Returns how many pass, fail, and are skipped, and the reports of the first failures. */
export async function test(project) {
  const args = ['--test', '--test-reporter=tap', join(project, 'dist/server.test.js')];
  const { stdout } = await run(process.execPath, args, LARGE).catch((error) => error);
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(stdout)?.[1] ?? 0);
  return {
    passed: count('pass'),
    failed: count('fail'),
    skipped: count('skipped'),
    failures: (stdout.match(/^ *not ok[^]*?(?=^ *(?:not )?ok|^# tests)/gm) ?? [stdout.slice(-2_000)]).slice(0, 5),
  };
}

/** Makes the folder of a project that uses the packages of this repository. */
async function borrow(project) {
  for (const scope of ['@mcp-gen', '@types']) await mkdir(join(project, 'node_modules', scope), { recursive: true });
  const links = {
    '@mcp-gen/sdk': 'sdk',
    '@mcp-gen/runtime': 'runtime',
    '@mcp-gen/protocol': 'generated',
    '@types/node': 'node_modules/@types/node',
  };
  for (const [name, path] of Object.entries(links))
    await symlink(join(ROOT, path), join(project, 'node_modules', name), 'junction');
  const template = await readFile(join(ROOT, 'templates/project/tsconfig.json.hbs'), 'utf8');
  await writeFile(join(project, 'tsconfig.json'), template);
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
}
