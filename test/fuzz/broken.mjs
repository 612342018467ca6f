/** Servers that break one promise each. The fuzzer has to find each out. */
import { fileURLToPath } from 'node:url';
import { memoryPair, serve } from '@mcp-gen/runtime';
import { revision } from '@mcp-gen/protocol/2025-11-25';
import { revision as stateless } from '@mcp-gen/protocol/2026-07-28';
import { aloneSteps, driveAlone } from '../../fuzz/alone.mjs';
import { clientSteps } from '../../fuzz/clientMessages.mjs';
import { drive } from '../../fuzz/drive.mjs';
import { heldServer } from '../../fuzz/targets/heldServer.mjs';
import { expressionsTarget } from '../../fuzz/targets/expressions.mjs';

/** What is done to an answer of a server that works, before it is sent. */
const BREAKAGES = {
  'answers-twice': (send, message) => {
    send(message);
    send(message);
  },
  'forgets-an-answer': (send, message) => {
    if (!(message.id === 'last')) send(message);
  },
  'answers-another-id': (send, message) => send(message.id === 'last' ? { ...message, id: 'other' } : message),
  'blocks-the-loop': (send, message) => {
    const end = worked() + 200_000;
    while (message.id === 'last' && worked() < end);
    send(message);
  },
  'rejects-unhandled': (send, message) => {
    if (message.id === 'last') void Promise.reject(new Error('on purpose'));
    send(message);
  },
  'throws-uncaught': (send, message) => {
    if (message.id === 'last') {
      setImmediate(() => {
        throw new Error('on purpose');
      });
    }
    send(message);
  },
  'leaves-a-timer': (send, message) => {
    if (message.id === 'last') setTimeout(() => {}, 3_000);
    send(message);
  },
  'leaves-a-listener': (send, message) => {
    if (message.id === 'last') process.on('SIGWINCH', () => {});
    send(message);
  },
  'reports-an-accident': (send, message, report) => {
    if (message.id === 'last') report(new TypeError("Cannot read properties of undefined (reading 'id')"));
    send(message);
  },
  'keeps-memory': (send, message) => {
    kept.push(new Array(10_000).fill(message));
    send(message);
  },
};

const kept = [];

/** The time that this process has worked, in microseconds: most of a loop that asks for it is the system's. */
function worked() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** The same, of a server without sessions. */
const BREAKAGES_ALONE = {
  'works-alone': (send, message) => send(message),
  'asks-by-a-request': (send, message) => {
    if (message.id === 'last') send({ jsonrpc: '2.0', id: 1, method: 'roots/list' });
    send(message);
  },
  'leaves-out-the-type': (send, { result, ...message }) => {
    if (result !== undefined) delete result.resultType;
    send(result === undefined ? message : { ...message, result });
  },
};

const MISCOUNTING = fileURLToPath(new URL('miscounting.mjs', import.meta.url));

/** How many times as much as a server holds it says. */
const MISCOUNTED = { 'counts-too-little': '0.4', 'counts-too-much': '4' };

/** Expressions that take quadratic and exponential time, and one that does not. */
const EXPRESSIONS = {
  'takes-quadratic-time': [{ place: 'a.ts:1', source: '\\s+$', flags: '' }],
  'takes-exponential-time': [{ place: 'a.ts:2', source: '^(?:a|\\w)+$', flags: '' }],
  'works-in-linear-time': [{ place: 'a.ts:3', source: '^\\s+$', flags: '' }],
};

export const targets = [
  ...[['works', (send, message) => send(message)], ...Object.entries(BREAKAGES)].map(([name, act]) =>
    targetOf(name, act, revision, (random) => clientSteps(random, 20), drive),
  ),
  ...Object.entries(BREAKAGES_ALONE).map(([name, act]) =>
    targetOf(name, act, stateless, (random) => aloneSteps(random, 20), driveAlone),
  ),
  ...Object.entries(MISCOUNTED).map(([name, factor]) => heldServer(name, 'stdio', [MISCOUNTING, factor])),
  ...Object.entries(EXPRESSIONS).map(([name, expressions]) => expressionsTarget(name, () => expressions)),
];

/** What is fuzzed: a server of one revision, whose answers go through `act`. */
function targetOf(name, act, ofRevision, make, play) {
  const info = { serverInfo: { name: 'broken', version: '1.0.0' }, revisions: [ofRevision] };
  return {
    name,
    make,
    run: (round, probe) =>
      play(round, { probe, release() {} }, (receive) => {
        const [near, far] = memoryPair();
        const running = serve({}, { ...info, transport: far, shutdownTimeout: 1, onError() {} });
        near.start({
          message: (message) => act(receive, message, probe.reported),
          malformed() {},
          failed() {},
          ended() {},
          closed() {},
        });
        return {
          send(_, message) {
            if (message === undefined || message.isText) return false;
            near.send(message.value);
          },
          async close() {
            near.close();
            await probe.settles('closing the server', running.closed);
          },
        };
      }),
  };
}
