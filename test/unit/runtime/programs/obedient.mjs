// Ignores the end of its input, but not SIGTERM.
setInterval(() => {}, 1_000);
process.stdout.write('{"ready":true}\n');
