// Ignores the end of its input and SIGTERM.
process.on('SIGTERM', () => {});
setInterval(() => {}, 1_000);
process.stdout.write(`${JSON.stringify({ pid: process.pid })}\n`);
