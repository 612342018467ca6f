import { within } from '../../platform.js';
import { notification, type Rule } from '../stage.js';

/** Bytes of one message. */
const SIZE = 16 * 1024;

/** More bytes than any medium should take while nobody reads. */
const TOO_MUCH = 64 * 1024 * 1024;

/** Milliseconds after which a promise counts as waiting. */
const WAITING = 150;

/** What becomes of a sender that is faster than the reader. */
export const BACKPRESSURE_RULES: readonly Rule[] = [
  {
    name: 'backpressure: whoever sends to an end that does not read is asked to wait, and nothing is lost',
    needs: 'backpressure',
    async check(stage) {
      await stage.open();
      const resume = await stage.part('stall', 'backpressure')();
      const text = 'x'.repeat(Math.min(SIZE, (stage.pair.messageLimit ?? Infinity) / 2));
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
