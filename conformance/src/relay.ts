/**
 * Stands for a server over stdio: `node relay.js <port> obedient|stubborn|immortal`. It passes lines on to the suite and back, and tells it
 * what happens to the process. A stubborn one does not exit when its input ends, and an immortal one not even when it gets a SIGTERM. Without arguments it does nothing.
 *
 * @module
 */

import { connect } from 'node:net';

const [port, mode] = process.argv.slice(2);

if (port !== undefined) relay(Number(port));

function relay(at: number): void {
  const messages = connect(at, '127.0.0.1');
  const events = connect(at, '127.0.0.1');
  messages.write('messages\n');
  events.write('events\n');
  messages.pipe(process.stdout);
  for (const each of [messages, events]) {
    each.on('error', () => undefined);
    each.on('close', () => process.exit());
  }
  process.stdin.on('data', (chunk: Buffer) => messages.write(chunk));
  process.stdin.on('end', () => {
    events.write('end of input\n', () => {
      if (mode === 'obedient') process.exit();
    });
  });
  process.on('SIGTERM', () => {
    events.write('SIGTERM\n', () => {
      if (mode !== 'immortal') process.exit();
    });
  });
}
