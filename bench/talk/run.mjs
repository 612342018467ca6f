// Compares mcp-talk with other programs for the prompt: what each does on the same servers of npm, and how long one call takes.
// Usage: npm run talk [-- --calls 9]; with --write the tables go into docs/cli.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { formatted } from '../../scripts/formatted.mjs';
import { installApart } from '../../scripts/installApart.mjs';
import { jobs, mistakes } from './jobs.mjs';
import { makeFolder, programs } from './programs.mjs';

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '9' }, write: { type: 'boolean', default: false } },
});

installApart('bench/talk');
const { folder, config } = makeFolder();
// What programs remember is in the folder, too.
const env = { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, XDG_CONFIG_HOME: folder, NO_COLOR: '1', CI: '1' };
const all = Object.entries(programs(config));

try {
  const done = [];
  for (const job of jobs(folder))
    done.push([job.name, ...(await Promise.all(all.map(([, { of }]) => verdict(job, of(job)))))]);
  for (const job of mistakes())
    done.push([job.name, ...(await Promise.all(all.map(([, { of }]) => refusal(job, of(job)))))]);
  const times = await timeCalls(Number(values.calls));
  const text = `${table(['', ...all.map(([name]) => name)], done)}\n\n${table(['one call of echo', 'milliseconds (median)', 'of mcp-talk'], times)}`;
  console.log(text);
  if (values.write) await write(text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Whether a program did a job: its output shows it. */
async function verdict({ shows }, command) {
  if (command === undefined) return 'no such command';
  const { code, stdout, stderr } = await run(command);
  return code === 0 && shows.test(`${stdout}${stderr}`) ? 'yes' : `no (exit code ${code})`;
}

/** How a program refuses a mistake. */
async function refusal({ shows }, command) {
  const { code, stdout, stderr } = await run(command);
  const isFound = shows.test(`${stdout}${stderr}`);
  if (code === 0) return 'calls something nevertheless';
  return isFound ? 'refused, with what was meant' : 'refused';
}

/** The median times of cold calls, in turns, and of calls with a process that was kept. */
async function timeCalls(count) {
  const job = jobs(folder).find(({ name }) => name === 'call echo of everything');
  const kept = [...all[0][1].of(job), '--keep'];
  const rows = new Map([...all.map(([name, { of }]) => [name, of(job)]), ['mcp-talk --keep', kept]]);
  const times = new Map([...rows.keys()].map((name) => [name, []]));
  for (let at = 0; at <= count; at++) {
    for (const [name, command] of rows) {
      const began = performance.now();
      const { code, stderr } = await run(command);
      if (code !== 0) throw new Error(`${name} failed: ${stderr}`);
      // The first one fills caches, and starts the process that is kept.
      if (at > 0) times.get(name).push(performance.now() - began);
    }
  }
  const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
  const ours = median(times.get('mcp-talk'));
  return [...times].map(([name, list]) => [name, String(Math.round(median(list))), (median(list) / ours).toFixed(2)]);
}

async function run([program, ...args]) {
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return { code, stdout, stderr };
}

function table(header, rows) {
  return [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

async function write(text) {
  const page = fileURLToPath(new URL('../../docs/cli.md', import.meta.url));
  const replaced = readFileSync(page, 'utf8').replace(
    /(<!-- compared -->).*?(<!-- end -->)/s,
    (_, start, end) => `${start}\n\n${text}\n\n${end}`,
  );
  writeFileSync(page, await formatted(page, replaced));
}
