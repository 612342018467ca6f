import { notes, notification, type Rule } from '../stage.js';

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
