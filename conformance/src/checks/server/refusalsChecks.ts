/** Checks of what servers refuse as HTTP, before any session has a say. */

import type { Check } from '../../check.js';
import { must, notApplicable, quoted } from '../../violation.js';
import type { SentHeaders } from '../../wire/medium.js';
import { isObject } from '../../wire/message.js';
import { exchange, FOREIGN, probeOf } from './exchange.js';

/** Headers that a server may refuse, by what is wrong with them. */
const REFUSED: { readonly [what: string]: SentHeaders } = {
  'a foreign Origin': { origin: FOREIGN },
  'a body that is text': { 'content-type': 'text/plain' },
  'a client that accepts pages alone': { accept: 'text/html' },
  'an unknown session': { 'mcp-session-id': 'unknown-session' },
  'an unknown version': { 'mcp-protocol-version': '1999-12-31' },
};

export const REFUSAL_CHECKS: readonly Check[] = [
  {
    id: 'http-refused-id',
    rows: ['base-error-id', 'base-error-id-readable'],
    transports: ['http'],
    async run(peer) {
      const connection = await peer.connection();
      const { body, headers } = probeOf(connection);
      let refusals = 0;
      for (const [what, wrong] of Object.entries(REFUSED)) {
        const reply = await exchange(connection, { method: 'POST', body, headers: { ...headers, ...wrong } });
        if (reply.status < 400) continue;
        refusals++;
        const id = idIn(await reply.body);
        const isOwn = id === undefined || id === null || id === 'probe';
        must(isOwn, `Expected the id "probe" or none in the refusal of ${what}, got ${quoted(id)}`);
      }
      if (refusals === 0) notApplicable('The server refuses nothing by HTTP');
    },
  },
];

/** The id of the error in a body, if it is a message. */
function idIn(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value['id'] : undefined;
  } catch {
    return undefined;
  }
}
