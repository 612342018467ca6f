// Passes the bytes of standard input to a program, and back, and writes how many there were: `node counter.mjs <file> <script> [args]`.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const [file, ...args] = process.argv.slice(2);
const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const counts = { up: 0, down: 0 };
const count = (direction) => (chunk) => {
  counts[direction] += chunk.length;
  writeFileSync(file, JSON.stringify(counts));
};
process.stdin.on('data', count('up')).pipe(server.stdin);
server.stdout.on('data', count('down')).pipe(process.stdout);
server.once('exit', () => process.exit());
