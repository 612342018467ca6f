// Ignores the end of its input, but not SIGTERM, of which it leaves a note in the file it is given.
import { writeFileSync } from 'node:fs';
process.on('SIGTERM', () => {
  writeFileSync(process.argv[2], 'terminated');
  process.exit();
});
setInterval(() => {}, 1_000);
process.stdout.write('{"ready":true}\n');
