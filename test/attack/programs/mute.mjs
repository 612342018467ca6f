// Closes its output, and stays.
import { closeSync } from 'node:fs';
setInterval(() => {}, 1_000);
process.stdin.resume();
closeSync(1);
