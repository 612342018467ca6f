// Leaves a process behind that holds its output open, and exits.
import { spawn } from 'node:child_process';
const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'inherit', detached: true });
child.unref();
process.stdout.write(JSON.stringify({ child: child.pid }) + '\n', () => process.exit(0));
