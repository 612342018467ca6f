// Plays a hostile server over stdio: `node hostile.mjs <round as JSON>`. Ends with its input.
import { createInterface } from 'node:readline';
import { HostileServer } from '../hostile.mjs';
import { Random } from '../random.mjs';

const { seed, revision, opens, burst, chunk, end } = JSON.parse(process.argv[2]);
const server = new HostileServer({ seed, revision, opens });
const random = new Random(seed + 1);
let left = burst;

function say(text) {
  const bytes = Buffer.from(`${text}\n`);
  const step = chunk === 0 || bytes.length > 1_000 ? bytes.length : chunk;
  for (let at = 0; at < bytes.length; at += step) process.stdout.write(bytes.subarray(at, at + step));
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  for (const one of Array.isArray(message) ? message : [message]) {
    if (one.method !== undefined && one.id !== undefined) server.answersTo(one).forEach(say);
  }
  for (let now = Math.min(left, 20); now > 0; now--, left--) say(server.unasked(random));
  if (end === 'exit' && left === 0 && random.chance(0.05)) process.exit(1);
}
