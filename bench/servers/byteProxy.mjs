// Passes the bytes of standard input to a program, and those of the program back: `node byteProxy.mjs <script> [args]`.
import { spawn } from 'node:child_process';

const server = spawn(process.execPath, process.argv.slice(2), { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.pipe(server.stdin);
server.stdout.pipe(process.stdout);
server.once('exit', () => process.exit());
