// Takes some time to exit after the end of its input, and leaves a note in the file it is given.
import { writeFileSync } from 'node:fs';
process.stdin.resume().on('end', () => setTimeout(() => writeFileSync(process.argv[2], 'end of input'), 100));
process.stdout.write('{"ready":true}\n');
