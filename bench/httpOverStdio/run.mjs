// Measures HTTP/2 over stdio (examples/http-over-stdio) beside JSON in lines, and beside HTTP/1.1 on a Unix socket: each round starts a client
// and a server of each framing, one after another. Prints medians, and the ratio to lines with its 95 % interval, as a table in Markdown;
// with --write, into docs/prototypes.md.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { writeBetween } from '../../scripts/writeBetween.mjs';
import { readOptions } from '../options.mjs';
import { median, pairedRatio } from '../statistics.mjs';

const USAGE = 'Usage: npm run bench:http-over-stdio [-- --rounds 8 --write]. Needs Linux.';

const { values } = readOptions(USAGE, {
  options: { rounds: { type: 'string', default: '8' }, write: { type: 'boolean' } },
});
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FRAMINGS = ['lines', 'http2', 'socket'];

const MEASURES = [
  ['start', 'start to first answer, ms'],
  ['memory', 'memory of the client, MB'],
  ['serverMemory', 'memory of the server, MB'],
  ['alone', 'calls a second, one at a time'],
  ['together', 'calls a second, 64 in flight'],
  ['cpu', 'CPU time of both for a call, µs'],
  ['bytes', 'bytes on the wire of a small call'],
  ['one', 'result of 1 MB, ms'],
  ['ten', 'result of 10 MB, ms'],
  ['beside', 'longest small call beside a result of 10 MB, ms'],
  ['cancellation', 'cancellation until the handler knows, ms'],
];

const folder = mkdtempSync(join(tmpdir(), 'http-over-stdio-'));
try {
  for (const source of ['examples/http-over-stdio', 'bench/httpOverStdio']) transpile(source);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const rounds = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    console.error(`round ${round + 1}`);
    rounds.push(Object.fromEntries(FRAMINGS.map((framing) => [framing, measure(framing)])));
  }
  await publish(tableOf(rounds));
} finally {
  rmSync(folder, { recursive: true });
}

function measure(framing) {
  const at = (name) => join(folder, 'bench/httpOverStdio', name);
  const args = [at('client.js'), framing, at('server.js'), join(folder, `${process.hrtime.bigint()}.sock`)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }));
}

async function publish(table) {
  if (!values.write) return console.log(table);
  await writeBetween('docs/prototypes.md', 'http-over-stdio', table);
}

function tableOf(rounds) {
  const rows = MEASURES.map(([name, title]) => {
    const cells = FRAMINGS.map((framing) => format(median(rounds.map((round) => round[framing][name]))));
    const ratios = FRAMINGS.slice(1).map((framing) => {
      const { ratio, low, high } = pairedRatio(rounds.map((round) => [round[framing][name], round.lines[name]]));
      return `${ratio.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
    });
    return [title, ...cells, ...ratios];
  });
  const header = ['', 'lines', 'HTTP/2', 'HTTP/1.1, socket', 'HTTP/2 : lines', 'socket : lines'];
  const table = [header, header.map((_, at) => (at === 0 ? '---' : '--:')), ...rows];
  return [
    ...table.map((row) => `| ${row.join(' | ')} |`),
    '',
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[1].toFixed(0)}, ${rounds.length} rounds.`,
  ].join('\n');
}

function format(value) {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value < 10 ? 2 : 1);
}

function transpile(source) {
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2022,
    rewriteRelativeImportExtensions: true,
  };
  for (const file of readdirSync(join(ROOT, source)).filter((name) => name.endsWith('.ts'))) {
    const { outputText } = ts.transpileModule(readFileSync(join(ROOT, source, file), 'utf8'), { compilerOptions });
    const target = join(folder, source, file.replace(/ts$/, 'js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, outputText);
  }
}
