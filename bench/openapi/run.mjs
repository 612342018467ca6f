// Scaffolds servers from public documents, compiles them, runs their tests, and checks the examples of the documents.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installApart } from '../../scripts/installApart.mjs';
import { readOptions } from '../options.mjs';
import { DOCUMENTS } from './documents.mjs';
import { judgeExamples } from './examples.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const USAGE = `Usage: npm run apis [-- --document github] [--json] (after npm run build)
  --document  measure only this document; may be repeated
  --json      print the figures as JSON
Installs the documents apart, 600 MB; nothing of this is part of the tests.`;

const { values: asked } = readOptions(USAGE, {
  options: { document: { type: 'string', multiple: true }, json: { type: 'boolean' } },
});

const run = promisify(execFile);
installApart('bench/openapi');
const folder = await mkdtemp(join(tmpdir(), 'mcp-gen-apis-'));
try {
  const rows = [];
  for (const name of asked.document ?? Object.keys(DOCUMENTS)) {
    console.error(`${name} ...`);
    rows.push({ name, ...(await measure(name)) });
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 });
    if (asked.json !== true) console.log(line(rows.at(-1)));
  }
  if (asked.json === true) console.log(JSON.stringify(rows, undefined, 2));
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function measure(name) {
  const document = DOCUMENTS[name];
  const project = join(folder, name);
  await borrow(project);
  const scaffold = fileURLToPath(new URL('scaffoldOnce.mjs', import.meta.url));
  const { stdout } = await run(process.execPath, [scaffold, document, project]);
  const made = JSON.parse(stdout);
  const started = performance.now();
  const compiled = await run(process.execPath, [join(ROOT, 'node_modules/typescript-7/bin/tsc'), '-p', project]).then(
    () => 'compiles',
    (error) => `${error.stdout.split('\n').length} errors: ${error.stdout.slice(0, 300)}`,
  );
  const compileSeconds = (performance.now() - started) / 1000;
  const tested = await run(process.execPath, ['--test', '--test-reporter=tap', join(project, 'dist/server.test.js')], {
    maxBuffer: 1e8,
  }).catch((error) => error);
  const counts = Object.fromEntries(
    [...tested.stdout.matchAll(/^# (pass|fail|skipped) (\d+)$/gm)].map(([, key, count]) => [key, Number(count)]),
  );
  if (process.env.SHOW_FAILURES && counts.fail > 0)
    console.error(
      tested.stdout
        .match(/^not ok[^]*?(?=^(?:not )?ok|^# tests)/gm)
        ?.slice(0, 5)
        .join('\n'),
    );
  const examples = await judgeExamples(document);
  return {
    megabytesOfDocument: statSync(document).size / 1e6,
    ...made,
    compiled,
    compileSeconds,
    ...counts,
    ...examples,
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

function line(row) {
  const figures = [
    row.name.padEnd(14),
    row.version,
    `${row.megabytesOfDocument.toFixed(1)} MB`,
    `${row.tools} tools`,
    `${row.tokens} tokens`,
    `${row.gaps} gaps`,
    `${row.seconds.toFixed(1)} s`,
    `${row.megabytes.toFixed(0)} MB`,
    `${(row.bytes / 1e6).toFixed(1)} MB written`,
    `${row.compiled} in ${row.compileSeconds.toFixed(1)} s`,
    `tests ${row.pass}/${row.fail}/${row.skipped}`,
    `examples ${row.accepted}/${row.examples}`,
    `mutants refused ${row.refused}/${row.mutants}`,
  ];
  return figures.join('  ');
}
