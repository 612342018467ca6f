// Says something, and exits.
process.stderr.write('first line\n');
process.stdout.write('{"last":"message"}\n');
// What is written later comes in a piece of its own.
setTimeout(() => process.stderr.write('last words\n'), 50);
process.exitCode = 3;
