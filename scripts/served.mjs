// Serves an invented draft from nothing: `npm run served`. Adopts the schema, generates code, compiles a program on the packages, and uses it
// over stdio and HTTP, and through the bridge from a client of each revision. Prints the seconds of each step. `--json` prints everything.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHANGES, draftSchema } from '../test/fixtures/servedDraft/draft.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'mcp-gen-served-'));
const steps = [];

try {
  const protocol = join(folder, 'src/protocol');
  mkdirSync(join(folder, 'official/draft'), { recursive: true });
  mkdirSync(protocol, { recursive: true });
  writeFileSync(join(folder, 'official/draft/schema.ts'), draftSchema());
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  cpSync(join(root, 'test/fixtures/servedDraft/program.ts'), join(folder, 'src/program.ts'));
  const options = { strict: true, module: 'nodenext', target: 'es2023', lib: ['es2023', 'esnext.disposable'] };
  const compilerOptions = { ...options, skipLibCheck: true, types: ['node'], rootDir: 'src', outDir: 'out' };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  const cli = join(root, 'dist/cli.js');
  run('adopt', cli, 'adopt', 'draft', '--from', 'official');
  run('generate', cli, 'generate', 'draft', '--draft', '--out', 'src/protocol');
  run('compile', join(root, 'node_modules/typescript-7/bin/tsc'), '-p', '.');
  const seen = JSON.parse(run('use', join(folder, 'out/program.js'), 'use', join(root, 'bridge/dist/bin.js')));
  if (process.argv.includes('--json')) process.stdout.write(JSON.stringify({ steps, seen }));
  else report(seen);
} finally {
  rmSync(folder, { recursive: true, maxRetries: 3 });
}

/** Runs a program as a step, and returns what it printed. */
function run(name, ...args) {
  const start = performance.now();
  try {
    return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    throw new Error(`${name}: ${error.stdout}${error.stderr}`, { cause: error });
  } finally {
    steps.push({ name, seconds: (performance.now() - start) / 1000 });
  }
}

function report(seen) {
  console.log(`The draft changes:\n${CHANGES.map(({ what }) => `- ${what}`).join('\n')}\n`);
  for (const [way, what] of Object.entries(seen)) console.log(`${way}: ${JSON.stringify(what)}`);
  console.log();
  for (const { name, seconds } of steps) console.log(`${name.padEnd(9)} ${seconds.toFixed(1)} s`);
  console.log(`total     ${steps.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(1)} s`);
}
