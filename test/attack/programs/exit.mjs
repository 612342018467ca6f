// Says something, and exits.
process.stderr.write('first line\nlast words\n');
process.stdout.write('{"last":"message"}\n');
process.exitCode = 3;
