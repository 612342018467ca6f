/** A server over HTTP on `node:http`, with bytes on sockets: broken heads and bodies, pipelining, and connections left half open. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { Ledger } from '@mcp-gen/runtime';
import { createHandler } from '@mcp-gen/sdk/http';
import { ClientMessages, initialize } from '../clientMessages.mjs';
import { oddValue } from '../mutate.mjs';
import { toText } from '../recipes.mjs';
import { makeServer } from '../server.mjs';
import { SESSION_REVISIONS } from '../shapes.mjs';

const SOCKETS = 4;

let probe;
const { server, release } = makeServer({ onError: (error) => probe?.reported(error) });

export const httpSockets = {
  name: 'http-sockets',
  make(random) {
    const messages = new ClientMessages(random, random.pick(SESSION_REVISIONS));
    const steps = [];
    for (let left = 8 + random.below(24); left > 0; left--) {
      const socket = random.below(SOCKETS);
      const kind = random.weighted([
        [70, 'write'],
        [15, 'wait'],
        [4, 'end'],
        [4, 'destroy'],
        [3, 'pause'],
      ]);
      if (kind === 'wait') steps.push({ wait: 1 + random.below(10) });
      else if (kind === 'write') steps.push({ socket, write: makeRequest(random, messages) });
      else steps.push({ socket, act: kind });
    }
    return { steps };
  },
  async run(round, watching) {
    probe = watching;
    const handler = createHandler(server, {
      limits: { bodyLimit: 65_536 },
      streams: { streamAfter: 5 },
      shutdownTimeout: 1,
      ledger: probe.watch(new Ledger({ requestRate: Infinity })),
    });
    const listening = createServer(handler.node).listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address();
    const sockets = new Map();
    for (const step of round.steps) {
      if ('wait' in step) {
        for (let left = step.wait; left > 0; left--) await probe.turn();
        continue;
      }
      const known = sockets.get(step.socket);
      const entry = known === undefined || known.socket.destroyed ? open(port) : known;
      sockets.set(step.socket, entry);
      act(entry, step);
    }
    await probe.until(() => true);
    await checkAlive(port);
    for (const { socket, received } of sockets.values()) {
      if (/HTTP\/1\.1 5\d\d/.test(received())) probe.fail('a request was answered with a status of 500 or more');
      socket.destroy();
    }
    release();
    await probe.settles('closing the handler', handler.close());
    if (handler.sessionCount > 0) probe.fail('sessions are left after the end');
    const closed = once(listening, 'close');
    listening.close();
    listening.closeIdleConnections();
    await probe.settles('closing the server', closed);
  },
};

function open(port) {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => (received = (received + text).slice(-100_000)));
  return { socket, received: () => received };
}

function act({ socket }, { act, write }) {
  if (act === 'end') socket.end();
  else if (act === 'destroy') socket.destroy();
  else if (act === 'pause') socket.pause();
  else if (socket.writable) {
    const text = probe.own(() => (typeof write === 'string' ? write : toText(write)));
    probe.note(text);
    socket.write(text.replace('@session', 'unknown'));
  }
}

async function checkAlive(port) {
  const text = JSON.stringify(initialize('2025-11-25', 'good'));
  const { socket, received } = open(port);
  socket.write(head(text.length) + text);
  if (!(await probe.until(() => received().includes('"protocolVersion"')))) probe.fail('a good client got no session');
  socket.destroy();
}

function head(length, more = '') {
  const type = 'content-type: application/json\r\naccept: application/json, text/event-stream\r\n';
  return `POST /mcp HTTP/1.1\r\nhost: localhost\r\n${type}content-length: ${length}\r\n${more}\r\n`;
}

/** The bytes of one request, or of some of it. */
function makeRequest(random, messages) {
  const body = random.chance(0.3)
    ? toText(initialize('2025-11-25', 'open'))
    : toText(messages.next()).slice(0, 100_000);
  const bytes = Buffer.byteLength(body);
  const whole = head(bytes) + body;
  switch (random.below(12)) {
    case 0:
      return whole.slice(0, random.below(whole.length));
    case 1:
      return head(bytes + 1 + random.below(1_000)) + body;
    case 2:
      return head(random.below(bytes + 1)) + body;
    case 3:
      return head(bytes, 'transfer-encoding: chunked\r\n') + body;
    case 4:
      return `${head(0).replace('content-length: 0', 'transfer-encoding: chunked')}${bytes.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    case 5:
      return `${head(0).replace('content-length: 0', 'transfer-encoding: chunked')}zz\r\n${body}`;
    case 6:
      return head(bytes, 'expect: 100-continue\r\n') + body;
    case 7:
      return `GET ${random.pick(['/mcp', '/sse', '*', '//', '/%'])} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n`;
    case 8:
      return head(bytes, `x-${random.below(9)}: ${'y'.repeat(random.pick([10, 20_000]))}\r\n`) + body;
    case 9:
      return random.pick([
        '\r\n\r\n',
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        '\x16\x03\x01\x00',
        toText(oddValue(random)),
      ]);
    default:
      return whole + (random.chance(0.3) ? whole : '');
  }
}
