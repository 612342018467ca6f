/** Checks of stdio. */

import type { Check } from '../../check.js';
import { tool } from '../../offer.js';
import { must, quoted } from '../../violation.js';
import { introduction } from '../../wire/claims.js';
import { fieldsOf, isResponse } from '../../wire/message.js';
import { textOf } from './fixture.js';
import { tour } from './tour.js';

/** What a server may send at any time. */
const LOG = 'notifications/message';

export const STDIO_CHECKS: readonly Check[] = [
  {
    id: 'stdio-messages-only',
    rows: ['transports-stdio-stdout', 'transports-stdio-lines', 'stdio-stdout', 'stdio-lines'],
    transports: ['stdio'],
    async run(peer) {
      const { noise } = await tour(peer);
      must(noise.length === 0, `Expected a message on each line of stdout, got ${quoted(noise[0])}`);
    },
  },
  {
    id: 'stdio-lines-in-pieces',
    rows: ['transports-stdio-lines', 'stdio-lines'],
    transports: ['stdio'],
    needs: [tool('echo')],
    async run(peer) {
      const connection = await peer.connection();
      const text = '\u6f22\u{1d11e}';
      const call = (id: string): string => {
        connection.ids.push(id);
        return `${JSON.stringify(connection.request('tools/call', { name: 'echo', arguments: { text } }, { id }))}\n`;
      };
      // Two messages at once, and a third that ends within a character.
      const bytes = Buffer.from(call('pieces-1') + call('pieces-2') + call('pieces-3'));
      const cut = bytes.lastIndexOf(Buffer.from(text)) + 4;
      connection.stdio.write(bytes.subarray(0, cut));
      await new Promise((resolve) => setTimeout(resolve, 20));
      connection.stdio.write(bytes.subarray(cut));
      for (const id of ['pieces-1', 'pieces-2', 'pieces-3']) {
        const { message } = await connection.waitFor(`the answer to ${id}`, (each) => each.message['id'] === id);
        const echoed = textOf(fieldsOf(message, 'result'));
        must(echoed === text, `Sent ${quoted(text)} in two pieces, and got back ${quoted(echoed)}`);
      }
    },
  },
  {
    id: 'stdio-quiet-start',
    rows: ['lifecycle-initialize-first'],
    transports: ['stdio'],
    async run(peer) {
      const connection = await peer.start();
      await new Promise((resolve) => setTimeout(resolve, connection.timing.quiet));
      connection.send('initialize', introduction(peer.revision, connection.capabilities));
      // Whatever was said before comes before the answer.
      const { message } = await connection.waitFor(
        'the answer to initialize',
        ({ message: { method } }) => method !== LOG,
      );
      must(isResponse(message), `Expected nothing before initialize, got ${quoted(message)}`);
    },
  },
  {
    id: 'stdio-exit',
    rows: ['stdio-exit'],
    transports: ['stdio'],
    async run(peer) {
      const connection = await peer.open();
      const hasEnded = await connection.stdio.endInput(connection.timing.answer);
      must(hasEnded, `Expected the server to exit within ${connection.timing.answer} ms of the end of its input`);
    },
  },
];
