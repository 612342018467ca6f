// Prints lines that are not messages among messages.
process.stdout.write('Listening ...\n{"half":\n\n{"ready":true}\n');
process.stdout.write(`${'x'.repeat(1_000)}\n{"unfinished":`);
