import { settlesWithin } from '../../timers.js';
import type { Arrival } from '../end.js';
import { notes, notification, request, result, type Rule } from '../stage.js';

/** Strings that a careless transport truncates, splits, or changes. */
const TEXTS: readonly string[] = [
  'two\nlines, \r\n three\r',
  'line separator \u2028, paragraph separator \u2029, next line \u0085',
  'nul \u0000, escape \u001b, delete \u007f, byte order mark \ufeff, replacement \ufffd',
  'é, 漢字, 😀, 👩‍👩‍👧‍👦, a\u0301',
  'a lone half of a pair: \ud83d',
  'quotes " \' `, backslashes \\ \\n \\u0041, data: event: id:',
  '{"jsonrpc":"2.0","method":"contract/inside"}',
];

/** Bytes of a message that no channel transmits in one piece. */
const LARGE = 512 * 1024;

/** Rules for sending messages. */
export const MESSAGE_RULES: readonly Rule[] = [
  {
    name: 'send: messages arrive complete, in order, once each, in both directions',
    async check(stage) {
      await stage.open();
      const messages = notes(50);
      for (const [from, to] of stage.directions) {
        for (const message of messages) void from.send(message);
        await to.expect(...messages);
        await to.expectQuiet('after the last message');
      }
    },
  },
  {
    name: 'send: no message arrives before it returns',
    async check(stage) {
      await stage.open();
      const [message] = notes(1);
      if (message === undefined) return;
      for (const [from, to] of stage.directions) {
        void from.send(message);
        await to.expect(message);
      }
      if (stage.line.calledWithinSend) {
        throw new Error('A receiver was called before send had returned: deliver messages asynchronously');
      }
    },
  },
  {
    name: 'send: every character of a string arrives',
    async check(stage) {
      await stage.open();
      const messages = [
        ...TEXTS.map((text) => notification('contract/note', { text })),
        notification('contract/note', { [TEXTS.join('')]: [null, true, -0.5, 1e21, {}, []] }),
      ];
      for (const message of messages) {
        void stage.client.send(message);
        await stage.server.expect(message);
        void stage.server.send(message);
        await stage.client.expect(message);
      }
    },
  },
  {
    name: 'send: large messages arrive complete, wherever they are split',
    async check(stage) {
      await stage.open();
      const { messageLimit = Infinity } = stage.pair;
      const bytes = Math.min(messageLimit - 200, LARGE);
      // Four-byte characters, in messages that begin at different offsets.
      const messages = [0, 1, 2, 3].map((n) =>
        notification('contract/note', { text: 'x'.repeat(n) + '😀'.repeat(Math.floor(bytes / 4)) }),
      );
      for (const [from, to] of stage.directions) {
        for (const message of messages) void from.send(message);
        await to.expect(...messages);
      }
    },
  },
  {
    name: 'send: a message that is not JSON-serializable is rejected synchronously, and later messages arrive',
    async check(stage) {
      await stage.open();
      const notSerializable = notification('contract/note', { n: 1n });
      const message = notification('contract/note', { n: 2 });
      const isCarried = !throws(() => void stage.client.send(notSerializable));
      void stage.client.send(message);
      // A transport for objects may deliver it.
      await stage.server.expect(...(isCarried ? [notSerializable, message] : [message]));
    },
  },
];

function throws(act: () => void): boolean {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}

/** Rules for batches. */
export const BATCH_RULES: readonly Rule[] = [
  {
    name: 'batch: it arrives as one array, in the order of sending',
    needs: 'batches',
    async check(stage) {
      await stage.open();
      const [before, after, ...batch] = notes(5);
      if (before === undefined || after === undefined) return;
      for (const [from, to] of stage.directions) {
        for (const message of [before, batch, after]) void from.send(message);
        await to.expect(before, batch, after);
      }
    },
  },
  {
    name: 'batch: its requests are answered, together or one by one',
    needs: 'batches',
    async check(stage) {
      await stage.open();
      const batch = [1, 2, 3].map((id) => request(id, 'contract/echo'));
      void stage.client.send(batch);
      await stage.server.expect(batch);
      const answers = batch.map(({ id }) => result(id, { answers: id }));
      void stage.server.send(answers);
      const arrival = await stage.client.next('the answers to a batch');
      // A stream of events has one event for each answer.
      const isTogether = arrival.kind === 'message' && Array.isArray(arrival.value);
      stage.client.putBack(arrival);
      await stage.client.expect(...(isTogether ? [answers] : answers));
    },
  },
];

/** Rules for invalid messages. */
export const MALFORMED_RULES: readonly Rule[] = (['server', 'client'] as const).map((at) => ({
  name: `malformed: an invalid message at the ${at} is reported, and the next message arrives`,
  needs: 'malformed',
  async check(stage) {
    await stage.open();
    const [near, far] = at === 'server' ? [stage.server, stage.client] : [stage.client, stage.server];
    await stage.part('garble', 'malformed')(at);
    // If the transport answers each message, the sender may receive the error instead of the receiver.
    const isReported = (): boolean => near.take(isMalformed) || far.take(isUnread);
    await stage.until(isReported, () => `either end to receive an error about the invalid message at the ${at}`);
    const messages = notes(2);
    for (const message of messages) void far.send(message);
    await near.expect(...messages);
  },
}));

function isMalformed(arrival: Arrival): boolean {
  return arrival.kind === 'malformed' && Number.isInteger(arrival.error.code) && arrival.error.message !== '';
}

function isUnread({ kind }: Arrival): boolean {
  return kind === 'unsent' || kind === 'failed';
}

/** Bytes of one message. */
const SIZE = 16 * 1024;

/** More bytes than a transport should accept while the other end does not read. */
const TOO_MUCH = 64 * 1024 * 1024;

/** Milliseconds after which a promise counts as pending. */
const WAITING = 150;

/** Rules for a sender that is faster than the receiver. */
export const BACKPRESSURE_RULES: readonly Rule[] = [
  {
    name: 'backpressure: a sender must wait while the other end does not read, and nothing is lost',
    needs: 'backpressure',
    async check(stage) {
      await stage.open();
      const resume = await stage.part('stall', 'backpressure')();
      const text = 'x'.repeat(Math.min(SIZE, (stage.pair.messageLimit ?? Infinity) / 2));
      let count = 0;
      let waiting: void | Promise<void> = undefined;
      try {
        while (waiting === undefined || (await settlesWithin(WAITING, waiting))) {
          if (count * text.length > TOO_MUCH) {
            throw new Error(
              `send accepted ${TOO_MUCH} bytes while nobody read: return a promise that resolves when more can be sent`,
            );
          }
          waiting = stage.client.send(notification('contract/note', { n: count++, text }));
        }
      } finally {
        resume();
      }
      await stage.client.wait(waiting, 'The promise of send, after the other side resumed reading,');
      for (let n = 0; n < count; n++) await stage.server.expect(notification('contract/note', { n, text }));
    },
  },
];
