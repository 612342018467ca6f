/** Checks of clients that ask for progress. */

import type { ClientCheck } from '../../client/clientCheck.js';
import { must, quoted } from '../../violation.js';
import { fieldsOf } from '../../wire/message.js';

const REPORTING = { isReporting: true };

export const PROGRESS_CLIENT_CHECKS: readonly ClientCheck[] = [
  {
    id: 'client-progress-token',
    rows: ['progress-token-type', 'progress-token-unique'],
    scenario: 'progress',
    script: REPORTING,
    judge({ messages }) {
      const tokens = messages
        .filter(({ method }) => method === 'tools/call')
        .map((message) => fieldsOf(message, 'params', '_meta')['progressToken']);
      must(tokens.length === 2, `Expected two calls of the tool echo, got ${tokens.length}`);
      const isTyped = tokens.every((token) => typeof token === 'string' || Number.isInteger(token));
      must(isTyped, `Expected tokens that are strings or integers, got ${quoted(tokens)}`);
      must(tokens[0] !== tokens[1], `Two requests at a time have the progress token ${quoted(tokens[0])}`);
    },
  },
  {
    id: 'client-progress',
    rows: ['progress-tracked'],
    scenario: 'progress',
    script: REPORTING,
    judge({ output }) {
      const isOwn = output.includes('progress of one: 1') && output.includes('progress of two: 2');
      must(isOwn, `Expected the reports of each request to reach its caller, got ${quoted(output)}`);
      const isDone = output.includes('echo one') && output.includes('echo two');
      must(isDone, `Expected the results after the reports, got ${quoted(output)}`);
    },
  },
];
