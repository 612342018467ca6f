/** Servers that are wrong about cancellation and progress. */

import { fieldsOf } from '../../../../conformance/src/wire/message.js';
import { adds, asks, hears, sends, type Fault } from './fault.js';

const REVISION = '2025-11-25';
const CANCELLED = 'notifications/cancelled';
const PROGRESS = 'notifications/progress';

const isCancellation = ({ method }: { readonly method?: unknown }): boolean => method === CANCELLED;
const isProgress = (method: string): boolean => method === PROGRESS;

export const WORK_FAULTS: readonly Fault[] = [
  {
    fault: 'ignores cancellations',
    revision: REVISION,
    alter: hears((message) => (isCancellation(message) ? { ...message, params: { requestId: 'else' } } : message)),
    fails: { 'cancel-stops-work': /Waited \d+ ms for the tool slow to stop its work/ },
  },
  {
    fault: 'answers what was cancelled, twice',
    revision: REVISION,
    alter: adds(isCancellation, (message) => {
      const { requestId: id } = fieldsOf(message, 'params');
      const answer = { id, result: {} };
      return typeof id === 'number' ? [answer, answer] : [];
    }),
    fails: {
      'cancel-unanswered': /Expected no answer to a cancelled request/,
      'cancel-race': /Expected at most one answer/,
    },
  },
  {
    fault: 'cancels what it has not asked for',
    revision: REVISION,
    alter: adds(
      ({ method }) => method === 'tools/list',
      () => [{ method: CANCELLED, params: { requestId: 'foreign' } }],
    ),
    fails: { 'cancel-own-requests-only': /cancelled what it has not asked/ },
  },
  {
    fault: 'takes a number that is a progress token for text',
    revision: REVISION,
    alter: sends(isProgress, (message) => {
      const params = fieldsOf(message, 'params');
      return { ...message, params: { ...params, progressToken: String(params['progressToken']) } };
    }),
    fails: { 'progress-token': /Expected reports with the token 12, got/ },
  },
  {
    fault: 'reports progress without being asked to',
    revision: REVISION,
    alter: asks('tools/call', (params) => ({
      ...params,
      _meta: { progressToken: 'unasked', ...fieldsOf(params, '_meta') },
    })),
    fails: { 'progress-without-token': /Expected no report/ },
  },
  {
    fault: 'reports the same progress again and again',
    revision: REVISION,
    alter: sends(isProgress, (message) => ({ ...message, params: { ...fieldsOf(message, 'params'), progress: 1 } })),
    fails: { 'progress-increases': /Expected reports that increase, got \[1,1,1\]/ },
  },
  {
    fault: 'reports progress behind the result',
    revision: REVISION,
    transport: 'stdio',
    alter: () => {
      const held: string[] = [];
      return {
        received(text) {
          if (!text.includes(PROGRESS)) return [text, ...held.splice(0)];
          held.push(text);
          return [];
        },
      };
    },
    fails: { 'progress-stops': /Expected no report behind the result/ },
  },
  {
    fault: 'reports progress of what was cancelled',
    revision: REVISION,
    alter: () => {
      let isCancelled = false;
      return {
        sent(text) {
          isCancelled ||= text.includes(CANCELLED);
          return [text];
        },
        received(text) {
          const report = { jsonrpc: '2.0', method: PROGRESS, params: { progressToken: 'cancelled', progress: 2 } };
          return isCancelled ? [JSON.stringify(report), text] : [text];
        },
      };
    },
    fails: { 'progress-stops-when-cancelled': /Expected no report for a cancelled request/ },
  },
];
