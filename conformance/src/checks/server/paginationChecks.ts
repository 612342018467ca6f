/** Checks of lists in pages. */

import type { Check } from '../../check.js';
import { capability, listOf, severalPages } from '../../offer.js';
import { must, quoted } from '../../violation.js';
import { itemsOf } from '../../wire/message.js';
import { mustHaveCode } from './fixture.js';

export const PAGINATION_CHECKS: readonly Check[] = [
  {
    id: 'pagination-complete',
    rows: ['pagination-stable'],
    needs: [severalPages],
    async run(peer) {
      const connection = await peer.connection();
      const pages = await listOf(connection, 'tools/list', 'tools');
      const names = pages.flat().map(({ name }) => String(name));
      const twice = names.find((name, at) => names.indexOf(name) !== at);
      must(twice === undefined, `${quoted(twice)} is on two pages`);
      must(names.length === peer.offer.tools.size, `Expected ${peer.offer.tools.size} tools, got ${names.length}`);
    },
  },
  {
    id: 'pagination-cursor-again',
    rows: ['pagination-stable'],
    needs: [severalPages],
    async run(peer) {
      const connection = await peer.connection();
      const { nextCursor: cursor } = await connection.result('tools/list', {});
      must(typeof cursor === 'string', `Expected a cursor that is a string, got ${quoted(cursor)}`);
      const pages = [
        await connection.result('tools/list', { cursor }),
        await connection.result('tools/list', { cursor }),
      ];
      const [first, second] = pages.map((page) => itemsOf(page, 'tools').map(({ name }) => name));
      must(quoted(first) === quoted(second), `A cursor leads to ${quoted(first)}, and then to ${quoted(second)}`);
    },
  },
  {
    id: 'pagination-invalid',
    rows: ['pagination-invalid', 'pagination-graceful'],
    needs: [capability('tools')],
    async run(peer) {
      const connection = await peer.connection();
      mustHaveCode(await connection.failure('tools/list', { cursor: 'not a cursor of this server' }), -32602);
    },
  },
];
