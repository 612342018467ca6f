// Sends every message back.
process.stdin.pipe(process.stdout);
