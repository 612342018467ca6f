/** A server over stdio: on streams in this process, or in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { StdioServerTransport } from '@mcp-gen/runtime/stdio';
import { aloneSteps, driveAlone, REVISION } from '../alone.mjs';
import { clientSteps } from '../clientMessages.mjs';
import { drive } from '../drive.mjs';
import { makeServer } from '../server.mjs';

/** The bytes that one message may have: small enough for messages to be larger. */
const LIMIT = 65_536;

let probe;
const onError = (error) => probe?.reported(error);
const { server, release } = makeServer({ onError });
const alone = makeServer({ onError, revisions: [REVISION] });

/** Adds to a round how its bytes are cut into chunks. */
function make(random) {
  return { ...clientSteps(random, 10 + random.below(50)), chunk: random.pick([0, 0, 0, 1, 7, 1_000]) };
}

export const stdioServer = {
  name: 'stdio-server',
  make,
  async run(round, watching) {
    probe = watching;
    await drive(round, { probe, release, limit: LIMIT }, (receive, closed) => open(server, round, receive, closed));
  },
};

/** A server without sessions. */
export const aloneStdioServer = {
  name: 'alone-stdio-server',
  make: (random) => ({ ...aloneSteps(random, 10 + random.below(50)), chunk: random.pick([0, 0, 0, 1, 7, 1_000]) }),
  async run(round, watching) {
    probe = watching;
    await driveAlone(round, { probe, release: alone.release, limit: LIMIT }, (receive, closed) =>
      open(alone.server, round, receive, closed),
    );
  },
};

export const stdioServerChild = {
  name: 'stdio-server-child',
  make,
  async run(round, watching) {
    await drive(round, { probe: watching, release() {}, limit: LIMIT }, (receive, closed) =>
      openChild(round, watching, receive, closed),
    );
  },
};

function open(served, { chunk }, receive, closed) {
  const input = new PassThrough({ highWaterMark: 1 << 24 });
  const output = new Writable({ decodeStrings: false, write: lineReader(receive) });
  const transport = new StdioServerTransport({ input, output, limits: { messageLimit: LIMIT } });
  const running = served.serve({ transport, shutdownTimeout: 1 });
  void running.closed.then(closed);
  return {
    send: (text) => writeLine(input, text, chunk),
    async close() {
      input.end();
      await probe.settles('closing the server', running.closed);
    },
  };
}

function openChild({ chunk }, watching, receive, closed) {
  const program = fileURLToPath(new URL('../programs/server.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, String(LIMIT)], { stdio: ['pipe', 'pipe', 'ignore'] });
  const read = lineReader(receive);
  child.stdout.setEncoding('utf8').on('data', (text) => read(text, 'utf8', () => {}));
  child.stdin.on('error', () => {});
  const exited = once(child, 'exit');
  void exited.then(closed);
  return {
    send: (text) => writeLine(child.stdin, text, chunk),
    async close() {
      child.stdin.end();
      await watching.settles('the process', exited);
      child.kill('SIGKILL');
    },
  };
}

/** Writes a line in chunks. Line breaks within it would make several lines of it. */
function writeLine(stream, text, size) {
  if (text.includes('\n')) return false;
  const bytes = Buffer.from(`${text}\n`);
  const step = size === 0 || bytes.length > 10_000 ? bytes.length : size;
  for (let at = 0; at < bytes.length; at += step) stream.write(bytes.subarray(at, at + step));
}

/** Makes the function of a `Writable` that hands on each line as JSON. */
function lineReader(receive) {
  let held = '';
  return (text, _encoding, done) => {
    const lines = (held + text).split('\n');
    held = lines.pop();
    for (const line of lines) if (line !== '') receive(JSON.parse(line));
    done();
  };
}
