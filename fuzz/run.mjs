// Sends what no peer should send to servers and clients, and checks what they promise.
// Usage: npm run fuzz -- [--seconds 60 | --messages 10000 | --rounds 100] [--target <name>] [--seed 1] [--no-corpus]
//        [--targets <module>] [--timeout 5000]
//
// The limits are for each target. `--target` can be repeated, each with a number of messages of its own: `--target http-server:600`. A
// failure prints its seed: `--target <name> --seed <seed> --rounds 1` repeats it. `--targets` replaces the targets by those of another
// module. `--timeout` is the milliseconds after which what has not come is missing.
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
    target: { type: 'string', multiple: true },
    seed: { type: 'string', default: '1' },
    targets: { type: 'string' },
    'no-corpus': { type: 'boolean' },
    timeout: { type: 'string' },
  },
});

if (options.timeout !== undefined) Probe.timeout = Number(options.timeout);
const module = options.targets === undefined ? './targets/index.mjs' : pathToFileURL(options.targets).href;
const { targets } = await import(module);
const asked = (options.target ?? targets.map(({ name }) => name)).map((each) => each.split(':'));
const chosen = asked.map(([name, messages = options.messages]) => {
  const target = targets.find((each) => each.name === name);
  if (target !== undefined) return { target, messages };
  console.error(`Unknown target "${name}". Targets: ${targets.map((each) => each.name).join(', ')}`);
  return process.exit(2);
});
// Streams of this process that are opened at their first use would count as left behind.
void [process.stdin, process.stdout, process.stderr];

const failures = [];
for (const { target, messages: most } of chosen) {
  const limits = {
    milliseconds: Number(options.seconds ?? ((most ?? options.rounds) ? Infinity : 60)) * 1_000,
    messages: Number(most ?? Infinity),
    rounds: Number(options.rounds ?? Infinity),
  };
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
