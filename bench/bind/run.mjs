// Binds servers of npm, and compares their modules with what mcporter writes of the same servers.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installApart } from '../../scripts/installApart.mjs';
import { readOptions } from '../options.mjs';
import { bindBoth, overHttp } from './bindBoth.mjs';
import { compile, COMPILERS } from './compile.mjs';
import { writePrograms } from './programs.mjs';
import { replay } from './replay.mjs';
import { report, summarize } from './report.mjs';
import { configs, FOLDER, HTTP } from './servers.mjs';

const ROOT = join(FOLDER, '../..');

const USAGE = `Usage: npm run bindings [-- --server memory] [--json] (after npm run build)
  --server  measure only this server; may be repeated
  --json    print the figures as JSON
Installs the servers apart, 800 MB; nothing of this is part of the tests.`;

const { values: asked } = readOptions(USAGE, {
  options: { server: { type: 'string', multiple: true }, json: { type: 'boolean' } },
});

installApart('bench/bind');
process.chdir(FOLDER);
const folder = await mkdtemp(join(tmpdir(), 'mcp-gen-bindings-'));
try {
  const figures = await measure();
  if (asked.json) console.log(JSON.stringify(figures, undefined, 2));
  else report(figures);
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function measure() {
  const work = join(folder, 'work');
  for (const name of ['work', 'ours', 'theirs', 'functions']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  await symlink(join(FOLDER, 'node_modules'), join(folder, 'theirs/node_modules'), 'junction');
  const all = configs(work);
  const names = asked.server ?? Object.keys(all);
  const config = join(folder, 'mcp.json');
  await writeFile(config, JSON.stringify({ mcpServers: all }));
  const rows = [];
  for (const name of names) {
    note(`${name} ...`);
    rows.push(await bindBoth(folder, name, config));
  }
  const http = [];
  for (const row of rows.filter(({ name }) => Object.hasOwn(HTTP, name))) {
    note(`${row.name} over HTTP ...`);
    http.push(await overHttp(folder, row, work));
  }
  const calls = await replay(folder, rows, all, work, note);
  await writePrograms(folder, rows, calls);
  const compiled = {};
  for (const compiler of COMPILERS) {
    note(`${compiler} ...`);
    compiled[compiler] = {
      ours: await compile(
        folder,
        compiler,
        rows.map(({ name }) => `ours/${name}.ts`),
        { module: 'NodeNext', moduleResolution: 'NodeNext', isolatedDeclarations: true },
      ),
      functions: await compile(
        folder,
        compiler,
        rows.map(({ name }) => `functions/${name}.ts`),
      ),
      theirs: await compile(
        folder,
        compiler,
        rows.map(({ name }) => `theirs/${name}.client.ts`),
      ),
    };
  }
  const programs = {};
  for (const side of ['ours', 'theirs']) {
    for (const kind of ['calls', 'wrong']) {
      const paths = rows.map(({ name }) => `${side}/${name}.${kind}.ts`);
      programs[`${side} ${kind}`] = await compile(folder, 'typescript-7', paths, { noUnusedLocals: false });
    }
  }
  return summarize(folder, rows, http, calls, compiled, programs);
}

function note(text) {
  console.error(text);
}
