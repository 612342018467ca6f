// Tells its arguments, folder and environment.
process.stdout.write(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd(), env: process.env }) + '\n');
process.stdin.resume();
