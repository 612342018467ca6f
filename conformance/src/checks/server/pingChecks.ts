/** Checks of pings. */

import type { Check } from '../../check.js';
import { must, quoted } from '../../violation.js';

export const PING_CHECKS: readonly Check[] = [
  {
    id: 'ping-answered',
    rows: ['ping-answered'],
    async run(peer) {
      const connection = await peer.connection();
      const { _meta, ...members } = await connection.result('ping');
      must(Object.keys(members).length === 0, `Expected an empty result, got ${quoted(members)}`);
    },
  },
];
