/** Checks of what clients do when HTTP breaks a stream, or refuses a message. */

import type { ClientCheck, Played } from '../../client/clientCheck.js';
import { BROKEN_ID, RETRY, type Script, type SeenRequest } from '../../client/script.js';
import { must, notApplicable, quoted } from '../../violation.js';
import { fieldsOf } from '../../wire/message.js';

const HTTP = ['http'] as const;
const BROKEN: Script = { isBroken: true };
/** How much earlier than it says a timer may fire. Milliseconds. */
const TOLERANCE = 20;

/** Calls of the tool `echo` with the text of a status are refused with it, by an error that has no id. */
const REFUSING: Script = {
  refuse({ message }) {
    const { text } = fieldsOf(message, 'params', 'arguments');
    const error = { code: -32_000, message: `Refused with ${String(text)}` };
    switch (text) {
      case '401':
        return { status: 401, headers: { 'www-authenticate': 'Bearer' }, body: { jsonrpc: '2.0', error } };
      case '403':
        return { status: 403, body: { jsonrpc: '2.0', id: null, error } };
      case '415':
        return { status: 415 };
      case '429':
        return { status: 429, body: { jsonrpc: '2.0', error } };
    }
    return undefined;
  },
};

export const INTERRUPTION_CLIENT_CHECKS: readonly ClientCheck[] = [
  {
    id: 'client-resumes',
    rows: ['http-resume', 'http-stream-polled'],
    transports: HTTP,
    script: BROKEN,
    judge(played) {
      must(resumed(played) !== undefined, `Expected GET with the Last-Event-ID ${BROKEN_ID}, got none`);
      const { output } = played;
      must(output.includes('echo one'), `Expected the answer on the resumed stream to be read, got ${quoted(output)}`);
    },
  },
  {
    id: 'client-retry',
    rows: ['http-retry-respected'],
    transports: HTTP,
    script: BROKEN,
    judge(played) {
      const { sinceBreak = 0 } = resumed(played) ?? notApplicable('The client does not resume streams');
      must(
        sinceBreak >= RETRY - TOLERANCE,
        `Expected the client to wait ${RETRY} ms, as "retry" says, and it came after ${sinceBreak} ms`,
      );
    },
  },
  refused('401', ['lifecycle-timeout', 'cancellation-timeout', 'authorization-challenge-parsed']),
  refused('403', ['lifecycle-timeout', 'cancellation-timeout']),
  refused('415', ['lifecycle-timeout', 'cancellation-timeout']),
  refused('429', ['lifecycle-timeout', 'cancellation-timeout']),
];

/** The request that resumes the stream. */
function resumed({ requests }: Played): SeenRequest | undefined {
  return requests.find(({ method, headers }) => method === 'GET' && headers['last-event-id'] === BROKEN_ID);
}

/** A request that HTTP refuses with an error without an id does not hang: its caller is told, and the client goes on. */
function refused(status: string, rows: ClientCheck['rows']): ClientCheck {
  return {
    id: `client-refused-${status}`,
    rows,
    transports: ['http', 'sse'],
    scenario: 'errors',
    script: REFUSING,
    judge({ output }) {
      const isRefused = output.split('\n').includes(`refused ${status}`);
      must(isRefused, `Expected a call that is answered with ${status} to fail, got ${quoted(output)}`);
      must(output.includes('echo last'), `Expected the client to go on, got ${quoted(output)}`);
    },
  };
}
