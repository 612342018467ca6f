/** The input requests of a task, in a client that waits for it. */

import { expect, test } from 'vitest';
import { TaskQuestions } from '../../../sdk/src/tasks/taskQuestions.js';
import { deferred } from '../runtime/support.js';

const QUESTION = { method: 'roots/list', params: {} } as const;

test('an answer that the task has withdrawn is not sent, and the task may ask again', async () => {
  const answers = [deferred<object>(), deferred<object>()];
  const given: object[] = [];
  const sent: object[] = [];
  const questions = new TaskQuestions({
    answer: (asked) => {
      given.push(asked);
      return (answers[given.length - 1] ?? expect.fail('asked too often')).promise;
    },
    send: (answer) => {
      sent.push(answer);
      return Promise.resolve();
    },
    fail: (error) => expect.fail(String(error)),
    claimed: new Set(),
  });
  questions.take({ roots: QUESTION });
  questions.take({ roots: QUESTION });
  questions.take({});
  questions.take({ roots: QUESTION });
  expect(given).toEqual([{ roots: QUESTION }, { roots: QUESTION }]);
  answers[0]?.resolve({ roots: 'too late' });
  answers[1]?.resolve({ roots: 'in time' });
  await expect.poll(() => sent).toEqual([{ roots: 'in time' }]);
});
