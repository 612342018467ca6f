// Writes far more to stderr than a pipe holds before it says anything.
process.stderr.write('x'.repeat(4_000_000), () => process.stdout.write('{"ready":true}\n'));
process.stdin.resume();
