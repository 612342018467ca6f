// Closes its input, and stays.
import { closeSync } from 'node:fs';
setInterval(() => {}, 1_000);
closeSync(0);
process.stdout.write('{"ready":true}\n');
