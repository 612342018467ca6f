import { within } from '../../transports/within.js';
import { notes, notification, request, result, type Rule } from '../stage.js';

/** Texts that a careless transport cuts, splits or changes. */
const TEXTS: readonly string[] = [
  'two\nlines, \r\n three\r',
  'line separator \u2028, paragraph separator \u2029, next line \u0085',
  'nul \u0000, escape \u001b, delete \u007f, byte order mark \ufeff, replacement \ufffd',
  'é, 漢字, 😀, 👩‍👩‍👧‍👦, a\u0301',
  'a lone half of a pair: \ud83d',
  'quotes " \' `, backslashes \\ \\n \\u0041, data: event: id:',
  '{"jsonrpc":"2.0","method":"contract/inside"}',
];

const KIBIBYTE = 1024;

/** More than any medium should take while nobody reads. */
const TOO_MUCH = 64 * KIBIBYTE * KIBIBYTE;

/** Milliseconds after which a promise under backpressure counts as waiting. */
const WAITING = 150;

/** How messages travel. */
export const MESSAGE_RULES: readonly Rule[] = [
  {
    name: 'start: a transport is started once',
    async check(stage) {
      await stage.open();
      for (const { name, transport, receiver } of [stage.client, stage.server]) {
        const again = async (): Promise<void> => transport.start(receiver);
        if (await isRefused(again())) continue;
        throw new Error(`start of the ${name}'s transport went through a second time: it should throw`);
      }
    },
  },
  {
    name: 'start: what is sent before the other end has started is kept for it',
    needs: 'early',
    async check({ client, server }) {
      const messages = notes(3);
      await client.start();
      for (const message of messages) void client.say(message);
      await client.expectQuiet('before the other end had started');
      await server.start();
      await server.expect(...messages);
    },
  },
  {
    name: 'send: messages arrive whole, in order, each once, in both directions',
    async check(stage) {
      await stage.open();
      const messages = notes(50);
      for (const [from, to] of [
        [stage.client, stage.server],
        [stage.server, stage.client],
      ] as const) {
        for (const message of messages) void from.say(message);
        await to.expect(...messages);
        await to.expectQuiet('behind the last message that was sent');
      }
    },
  },
  {
    name: 'send: nothing arrives before it returns',
    async check(stage) {
      await stage.open();
      const [message] = notes(1);
      if (message === undefined) return;
      for (const [from, to] of [
        [stage.client, stage.server],
        [stage.server, stage.client],
      ] as const) {
        void from.say(message);
        await to.expect(message);
      }
      if (stage.line.toldWithinSend) {
        throw new Error('A receiver was called before send had returned: hand messages on in a later turn');
      }
    },
  },
  {
    name: 'send: every character of a text arrives',
    async check(stage) {
      await stage.open();
      const messages = [
        ...TEXTS.map((text) => notification('contract/note', { text })),
        notification('contract/note', { [TEXTS.join('')]: [null, true, -0.5, 1e21, {}, []] }),
      ];
      for (const message of messages) {
        void stage.client.say(message);
        await stage.server.expect(message);
        void stage.server.say(message);
        await stage.client.expect(message);
      }
    },
  },
  {
    name: 'send: large messages arrive whole, wherever they are cut on the way',
    async check(stage) {
      await stage.open();
      const { messageLimit = Infinity } = stage.pair;
      const bytes = Math.min(messageLimit - 200, 512 * KIBIBYTE);
      // Characters of four bytes each, in messages of which each begins at another offset.
      const messages = [0, 1, 2, 3].map((n) =>
        notification('contract/note', { text: 'x'.repeat(n) + '😀'.repeat(Math.floor(bytes / 4)) }),
      );
      for (const [from, to] of [
        [stage.client, stage.server],
        [stage.server, stage.client],
      ] as const) {
        for (const message of messages) void from.say(message);
        await to.expect(...messages);
      }
    },
  },
  {
    name: 'send: what cannot be carried is refused at once, and what follows arrives',
    async check(stage) {
      await stage.open();
      const unspeakable = notification('contract/note', { n: 1n });
      const message = notification('contract/note', { n: 2 });
      const isCarried = !throws(() => void stage.client.say(unspeakable));
      void stage.client.say(message);
      // A medium for objects may well carry it.
      await stage.server.expect(...(isCarried ? [unspeakable, message] : [message]));
    },
  },
  {
    name: 'send: many requests wait at a time, and each has its own answer, in whatever order they come',
    async check(stage) {
      await stage.open();
      const ids = Array.from({ length: 100 }, (_, n) => n);
      for (const id of ids) void stage.client.say(request(id, 'contract/echo'));
      const asked = new Set<unknown>();
      while (asked.size < ids.length) {
        const arrival = await stage.server.next(`request ${asked.size + 1} of ${ids.length}`);
        const id = arrival.kind === 'message' ? (arrival.value as { id?: unknown }).id : undefined;
        if (typeof id !== 'number' || asked.has(id)) {
          throw new Error(`The server should have been told each of ${ids.length} requests once; twice: ${String(id)}`);
        }
        asked.add(id);
      }
      for (const id of ids.toReversed()) void stage.server.say(result(id, { answers: id }));
      const missing = new Set(ids);
      while (missing.size > 0) {
        const arrival = await stage.client.next(`${missing.size} more of ${ids.length} answers`);
        const { id, result: value } = (arrival.kind === 'message' ? arrival.value : {}) as {
          id?: number;
          result?: { answers: number };
        };
        if (id === undefined || value?.answers !== id || !missing.delete(id)) {
          throw new Error(`The client was told the answer ${JSON.stringify(value)} to request ${String(id)}`);
        }
      }
    },
  },
  {
    name: 'send: requests arrive in the order in which they were sent',
    needs: 'requestOrder',
    async check(stage) {
      await stage.open();
      const requests = Array.from({ length: 50 }, (_, id) => request(id, 'contract/echo'));
      for (const message of requests) void stage.client.say(message);
      await stage.server.expect(...requests);
      for (const { id } of requests) void stage.server.say(result(id, {}));
    },
  },
  {
    name: 'send: what relates to a request arrives before its answer',
    async check(stage) {
      await stage.open();
      const asked = request('asked', 'contract/echo');
      void stage.client.say(asked);
      await stage.server.expect(asked);
      const report = notification('contract/note', { text: 'on the way' });
      const answer = result('asked', { text: 'done' });
      void stage.server.say(report, { relatesTo: 'asked' });
      void stage.server.say(answer);
      await stage.client.expect(report, answer);
    },
  },
  {
    name: 'send: the server asks as well, and is answered',
    async check(stage) {
      await stage.open();
      const question = request('question', 'contract/question', { text: 'who?' });
      void stage.server.say(question);
      await stage.client.expect(question);
      const answer = result('question', { text: 'me' });
      void stage.client.say(answer);
      await stage.server.expect(answer);
    },
  },
  {
    name: 'send: whoever sends to an end that does not read is asked to wait, and nothing is lost',
    needs: 'backpressure',
    async check(stage) {
      await stage.open();
      const resume = stage.part('stall', 'backpressure')();
      const text = 'x'.repeat(Math.min(16 * KIBIBYTE, (stage.pair.messageLimit ?? Infinity) / 2));
      let count = 0;
      let waiting: void | Promise<void> = undefined;
      try {
        while (waiting === undefined || (await within(WAITING, waiting))) {
          if (count * text.length > TOO_MUCH) {
            throw new Error(
              `send took ${TOO_MUCH} bytes while nobody read: return a promise that resolves when more can be taken`,
            );
          }
          waiting = stage.client.say(notification('contract/note', { n: count++, text }));
        }
      } finally {
        resume();
      }
      await stage.client.wait(waiting, 'The promise of send, after the other side had begun to read again,');
      for (let n = 0; n < count; n++) await stage.server.expect(notification('contract/note', { n, text }));
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

async function isRefused(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => false,
    () => true,
  );
}
