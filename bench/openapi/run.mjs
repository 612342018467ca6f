// Scaffolds servers from public documents, compiles them, runs their tests, and checks the examples of the documents; or compares them with
// the servers that FastMCP for Python imports.
import { mkdtemp, rm } from 'node:fs/promises';
import { readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installApart } from '../../scripts/installApart.mjs';
import { writeBetween } from '../../scripts/writeBetween.mjs';
import { readOptions } from '../options.mjs';
import { BESIDE, besideTable, measureBeside } from './beside.mjs';
import { DOCUMENTS, unpackDocuments } from './documents.mjs';
import { judgeExamples } from './examples.mjs';
import { compile, scaffold, test } from './project.mjs';

const PAGE = 'docs/openapi.md';
/** The columns that are not numbers. */
const TEXTS = new Set(['document', 'version', 'server']);
const USAGE = `Usage: npm run apis [-- --document github] [--beside] [--write] [--json] (after npm run build)
  --document  measure only this document; may be repeated
  --beside    compare with FastMCP, in python3 or in the Python that MCP_PYTHON names; by default ${BESIDE.join(', ')}
  --write     write the table into ${PAGE}
  --json      print the figures as JSON
Installs the documents apart, 600 MB; nothing of this is part of the tests. Exits with 1 if a document fails.`;

const { values: asked } = readOptions(USAGE, {
  options: {
    document: { type: 'string', multiple: true },
    beside: { type: 'boolean' },
    write: { type: 'boolean' },
    json: { type: 'boolean' },
  },
});

installApart('bench/openapi');
unpackDocuments();
const folder = await mkdtemp(join(tmpdir(), 'mcp-gen-apis-'));
const measureOne = asked.beside === true ? measureBeside : measure;
const rows = [];
try {
  for (const name of asked.document ?? (asked.beside === true ? BESIDE : Object.keys(DOCUMENTS))) {
    console.error(`${name} ...`);
    const project = join(folder, name.replaceAll(/\W/g, '_'));
    const row = await measureOne(DOCUMENTS[name], project).catch((error) => ({ problems: [error.message] }));
    rows.push({ name, megabytesOfDocument: statSync(DOCUMENTS[name]).size / 1e6, ...row });
    for (const problem of row.problems) console.error(`${name}: ${problem}`);
    await rm(project, { recursive: true, force: true, maxRetries: 3 });
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

const [marker, head, body] = asked.beside === true ? ['beside', ...besideTable(rows)] : ['apis', ...tableOf(rows)];
if (asked.write === true) await writeBetween(PAGE, marker, printed(head, merged(marker, body)));
console.log(asked.json === true ? JSON.stringify(rows, undefined, 2) : printed(head, body));
if (rows.some(({ problems }) => problems.length > 0)) process.exitCode = 1;

async function measure(document, project) {
  const made = await scaffold(document, project);
  const { compileSeconds, errors } = await compile(project);
  const tested = errors.length > 0 ? { passed: 0, failed: 0, skipped: 0, failures: [] } : await test(project);
  const examples = await judgeExamples(document);
  return {
    ...made,
    compileSeconds,
    ...tested,
    ...examples,
    problems: [...errors.slice(0, 5), ...(tested.failed > 0 ? tested.failures : [])],
  };
}

/** Returns the rows of the page with those that were measured now, in the order of the documents. */
function merged(marker, body) {
  const text = readFileSync(new URL(`../../${PAGE}`, import.meta.url), 'utf8');
  const [, table = ''] = new RegExp(`<!-- ${marker} -->(.*?)<!-- end -->`, 's').exec(text) ?? [];
  const known = table
    .trim()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([name]) => name !== undefined && !body.some(([measured]) => measured === name));
  const order = Object.keys(DOCUMENTS);
  return [...known, ...body].toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
}

function printed(head, body) {
  const lines = [head, head.map((name) => (TEXTS.has(name) ? '---' : '--:')), ...body];
  return lines.map((cells) => `| ${cells.map((cell) => cell ?? '–').join(' | ')} |`).join('\n');
}

/** Returns the head and the rows of the table of the page. */
function tableOf(rows) {
  const head = [
    'document',
    'version',
    'MB',
    'tools',
    'tokens',
    'gaps',
    'made in (s)',
    'memory (MB)',
    'compiled in (s)',
    'calls tested',
    'no example',
    'examples accepted',
    'wrongly refused',
    'mistakes refused',
  ];
  const body = rows.map((row) => [
    row.name,
    row.version ?? '–',
    row.megabytesOfDocument.toFixed(1),
    row.tools,
    row.tokens?.toLocaleString('en'),
    row.gaps,
    row.seconds?.toFixed(1),
    row.megabytes?.toFixed(0),
    row.compileSeconds?.toFixed(1),
    row.tools === undefined
      ? undefined
      : `${row.passed - 1}${row.failed > 0 ? ` of ${row.passed + row.failed - 1}` : ''}`,
    row.skipped,
    row.examples > 0 ? `${row.accepted} of ${row.examples}` : undefined,
    row.examples > 0 ? row.wronglyRefused.length : undefined,
    row.mistakes > 0 ? `${row.refused} of ${row.mistakes}` : undefined,
  ]);
  return [head, body];
}
