import { settlesWithin } from '../../timers.js';
import { notification, type Rule } from '../stage.js';

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
