// Sends what no peer should send to servers and clients, and checks what they promise.
// Usage: npm run fuzz -- [--seconds 60 | --messages 10000 | --rounds 100] [--target <name>] [--seed 1] [--no-corpus]
//        [--targets <module>] [--timeout 5000]
//
// The limits are for each target. A failure prints its seed: `--target <name> --seed <seed> --rounds 1` repeats it. `--targets` replaces
// the targets by those of another module. `--timeout` is the milliseconds after which what has not come is missing.
import { readFileSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Campaign } from './campaign.mjs';
import { Probe } from './probe.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string' },
    messages: { type: 'string' },
    rounds: { type: 'string' },
    target: { type: 'string' },
    seed: { type: 'string', default: '1' },
    targets: { type: 'string' },
    'no-corpus': { type: 'boolean' },
    timeout: { type: 'string' },
  },
});

if (options.timeout !== undefined) Probe.timeout = Number(options.timeout);
const module = options.targets === undefined ? './targets/index.mjs' : pathToFileURL(options.targets).href;
const { targets } = await import(module);
const chosen = targets.filter(({ name }) => options.target === undefined || name === options.target);
if (chosen.length === 0) {
  console.error(`Unknown target "${options.target}". Targets: ${targets.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
// Streams of this process that are opened at their first use would count as left behind.
void [process.stdin, process.stdout, process.stderr];

const limits = {
  milliseconds: Number(options.seconds ?? ((options.messages ?? options.rounds) ? Infinity : 60)) * 1_000,
  messages: Number(options.messages ?? Infinity),
  rounds: Number(options.rounds ?? Infinity),
};
const failures = [];
for (const target of chosen) {
  const campaign = new Campaign(target, limits, (failure) => report(target, failure));
  const stored = options['no-corpus'] || options.targets !== undefined ? [] : corpusOf(target);
  const { messages, rounds, milliseconds, growth } = await campaign.run(Number(options.seed), stored);
  const rate = ((messages / milliseconds) * 1_000).toFixed();
  const heap = growth === undefined ? 'not measured' : `${(growth / 1_048_576).toFixed(1)} MiB`;
  console.log(`${target.name}: ${messages} messages in ${rounds} rounds, ${rate} a second, heap growth ${heap}`);
}
process.exitCode = failures.length > 0 ? 1 : 0;

function corpusOf({ name }) {
  const folder = new URL('corpus/', import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.startsWith(`${name}.`))
    .map((file) => ({ name: file, round: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) }));
}

function report(target, { name, seed, problems, round }) {
  failures.push(problems);
  const origin = name === undefined ? `--target ${target.name} --seed ${seed} --rounds 1` : `corpus/${name}`;
  console.log(`\n${target.name} failed: ${origin}`);
  for (const problem of problems) console.log(`  ${problem}`);
  const shortest = JSON.stringify(round);
  console.log(`  shortest: ${shortest.length > 20_000 ? `${shortest.slice(0, 20_000)} ...` : shortest}\n`);
}
