// Prints without ever ending the line, and stays.
setInterval(() => {}, 1_000);
process.stdout.write('x'.repeat(100_000));
