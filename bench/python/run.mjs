// Measures the guards of Python beside the pydantic models of the official package, in one run on the same messages, and what dataclasses would
// cost in place of TypedDict. Usage: npm run bench:python [-- --write] [-- --seconds 0.3] [-- --rounds 5]
//
// Needs Linux, Python, and for the official models its package `mcp`, in `python3` or in the Python that MCP_PYTHON names. --write writes the table of
// docs/python.md.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeBetween } from '../../scripts/writeBetween.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PYTHON = process.env.MCP_PYTHON ?? 'python3';
const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '0.3' },
    rounds: { type: 'string', default: '5' },
  },
});

const versions = versionsOf();
const contenders = ['ours', ...(versions.mcp === undefined ? [] : ['official']), 'dataclasses'];
const TITLES = {
  ours: 'guards, TypedDict',
  official: `pydantic models of mcp ${versions.mcp}`,
  dataclasses: 'guards, dataclasses',
};

const folder = mkdtempSync(join(tmpdir(), 'mcp-gen-bench-'));
const env = {
  ...process.env,
  PYTHONPATH: [join(ROOT, 'python/src'), join(ROOT, 'bench/python'), folder].join(':'),
  // Modules are compiled in the first round, and read from then on, as in an installed package.
  PYTHONPYCACHEPREFIX: join(folder, 'cache'),
  PYTHONDONTWRITEBYTECODE: '',
};
try {
  const module = python('as_dataclasses.py');
  writeFileSync(join(folder, 'dataclasses_of_revision.py'), module);
  const rounds = Array.from({ length: Number(values.rounds) }, () =>
    contenders.map((contender) => measure(contender, values.seconds)),
  );
  const figures = contenders.map((_, index) => least(rounds.map((round) => round[index])));
  await report(figures);
} finally {
  rmSync(folder, { recursive: true });
}

function python(script, ...args) {
  return execFileSync(PYTHON, [join(ROOT, 'bench/python', script), ...args], { env, encoding: 'utf8' });
}

/** The figures of one contender, by row. Types are imported in a process of their own. */
function measure(contender, seconds) {
  return {
    ...JSON.parse(python('measure.py', contender, seconds)),
    ...JSON.parse(python('measure.py', contender, seconds, 'types')),
  };
}

/** The least figure of each row: other programs on the machine only add to it. */
function least(figures) {
  const rows = Object.keys(figures[0]);
  return Object.fromEntries(rows.map((row) => [row, Math.min(...figures.map((each) => each[row]))]));
}

async function report(figures) {
  const [ours] = figures;
  const titles = contenders.map((name) => TITLES[name]);
  const other = contenders.indexOf('official');
  const ratio = (row) => (other < 0 ? [] : [`${shown(figures[other][row] / ours[row])} ×`]);
  const table = [
    ['', ...titles, ...(other < 0 ? [] : ['pydantic to ours'])],
    ['---', ...titles.map(() => '--:'), ...(other < 0 ? [] : ['--:'])],
    ...Object.keys(ours).map((row) => [row, ...figures.map((each) => shown(each[row])), ...ratio(row)]),
  ];
  const text = `${table.map((row) => `| ${row.join(' | ')} |`).join('\n')}

Python ${versions.python}${other < 0 ? '' : `, pydantic ${versions.pydantic}`}, ${values.rounds} rounds in turn, the least of each figure.`;
  if (!values.write) {
    console.log(text);
    if (other < 0) console.log('The official models are left out: the package mcp for Python is not installed.');
    return;
  }
  if (other < 0) throw new Error('The table of docs/python.md needs the package mcp for Python.');
  await writeBetween('docs/python.md', 'measured', text);
}

/** A figure with three digits. */
function shown(figure) {
  return Number(figure.toPrecision(figure < 100 ? 2 : 3)).toLocaleString('en');
}

/** The versions of Python and of the packages that are compared; undefined for those that are missing. */
function versionsOf() {
  const program = `
import importlib.metadata, json, platform
def version(name):
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None
print(json.dumps({"python": platform.python_version(), "mcp": version("mcp-types"), "pydantic": version("pydantic")}))`;
  const { status, stdout } = spawnSync(PYTHON, ['-c', program], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Python is not installed: ${PYTHON}`);
  const found = JSON.parse(stdout);
  return { python: found.python, mcp: found.mcp ?? undefined, pydantic: found.pydantic ?? undefined };
}
