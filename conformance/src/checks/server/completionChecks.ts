/** Checks of completions. */

import type { Check } from '../../check.js';
import { prompt } from '../../offer.js';
import type { Peer } from '../../peer.js';
import { isSince } from '../../revisions.js';
import { must, notApplicable, quoted } from '../../violation.js';
import type { Connection } from '../../wire/connection.js';
import { fieldsOf, type Fields } from '../../wire/message.js';
import { mustHaveCode } from './fixture.js';

const paramsOf = (name: string, argument: Fields): Fields => ({ ref: { type: 'ref/prompt', name }, argument });

export const COMPLETION_CHECKS: readonly Check[] = [
  {
    id: 'completion-values',
    rows: ['completion-capability', 'completion-sorted', 'completion-fuzzy'],
    needs: [prompt('greeting')],
    async run(peer) {
      const connection = await peer.connection();
      const asked = await connection.ask('completion/complete', paramsOf('greeting', { name: 'name', value: 'A' }));
      if (asked.result === undefined) {
        const isDeclared = 'completions' in connection.offered;
        must(!isDeclared, `The server declares completions, and answers ${quoted(asked.error)}`);
        return;
      }
      const isDeclared = 'completions' in connection.offered || !isSince(peer.revision, '2025-03-26');
      must(isDeclared, 'The server completes arguments, and does not declare completions');
      const { values } = fieldsOf(asked.result, 'completion');
      const isList = Array.isArray(values) && values.length <= 100 && String(values[0]).startsWith('A');
      must(isList, `Expected suggestions, first those that begin with "A", got ${quoted(values)}`);
    },
  },
  {
    id: 'completion-unsupported',
    rows: ['completion-unsupported', 'completion-capability'],
    async run(peer) {
      const connection = await peer.connection();
      if ('completions' in connection.offered) notApplicable('The server declares completions');
      const params = paramsOf('greeting', { name: 'name', value: '' });
      mustHaveCode(await connection.failure('completion/complete', params), -32601);
    },
  },
  {
    id: 'completion-unknown-prompt',
    rows: ['completion-unknown-prompt'],
    needs: [prompt('greeting')],
    async run(peer) {
      const connection = await completing(peer);
      const params = paramsOf('no_such_prompt', { name: 'name', value: '' });
      mustHaveCode(await connection.failure('completion/complete', params), -32602);
    },
  },
  {
    id: 'completion-missing-argument',
    rows: ['completion-missing-arguments'],
    needs: [prompt('greeting')],
    async run(peer) {
      const connection = await completing(peer);
      const params = { ref: { type: 'ref/prompt', name: 'greeting' } };
      mustHaveCode(await connection.failure('completion/complete', params), -32602);
    },
  },
  {
    id: 'completion-validated',
    rows: ['completion-validated', 'completion-inputs-validated'],
    needs: [prompt('greeting')],
    async run(peer) {
      const connection = await completing(peer);
      await connection.failure('completion/complete', { ref: { type: 'ref/prompt', name: 'greeting' } });
      await connection.failure('completion/complete', paramsOf('greeting', { name: 'name', value: 7 }));
      await connection.failure('completion/complete', paramsOf('no_such_prompt', { name: 'name', value: '' }));
    },
  },
];

/** A connection to a server with completions. 2024-11-05 has no capability for them. */
async function completing(peer: Peer): Promise<Connection> {
  const connection = await peer.connection();
  if (isSince(peer.revision, '2025-03-26')) {
    if ('completions' in connection.offered) return connection;
    notApplicable('The server does not declare completions');
  }
  const { error } = await connection.ask('completion/complete', paramsOf('greeting', { name: 'name', value: '' }));
  return error?.['code'] === -32601 ? notApplicable('The server has no completions') : connection;
}
