// Compares mcp-talk with other programs for the prompt: what each does on the same servers of npm, and how long one call takes.
// Usage: npm run talk [-- --calls 9]; with --write the tables go into docs/cli.md.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installApart } from '../../scripts/installApart.mjs';
import { writeBetween } from '../../scripts/writeBetween.mjs';
import { jobs, mistakes } from './jobs.mjs';
import { outcome, runIn } from './outcome.mjs';
import { makeFolder, programs } from './programs.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const { values } = parseArgs({
  options: { calls: { type: 'string', default: '9' }, write: { type: 'boolean', default: false } },
});

installApart('bench/talk');
const { folder, config } = makeFolder(HERE);
const run = runIn(folder);
const all = Object.entries(programs(config));

try {
  const done = [];
  for (const job of [...jobs(folder), ...mistakes()])
    done.push([job.name, ...(await Promise.all(all.map(([, { of }]) => outcome(run, job, of(job)))))]);
  const times = await timeCalls(Number(values.calls));
  const text = `${table(['', ...all.map(([name]) => name)], done)}\n\n${table(['one call of echo', 'milliseconds (median)', 'of mcp-talk'], times)}`;
  console.log(text);
  if (values.write) await writeBetween('docs/cli.md', 'compared', text);
} finally {
  rmSync(folder, { recursive: true, force: true });
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

function table(header, rows) {
  return [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
