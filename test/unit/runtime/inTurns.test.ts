import { expect, test } from 'vitest';
import { classifyAll } from '../../../runtime/src/jsonrpc/classify.js';
import { Ledger } from '../../../runtime/src/ledger/index.js';
import { Dispatcher } from '../../../runtime/src/peer/dispatcher.js';
import { takeInTurns } from '../../../runtime/src/peer/inTurns.js';
import { SharedLoad } from '../../../runtime/src/peer/load.js';
import { failure, request } from './support.js';

test('an item of a batch that cannot be handled is answered with an error, and ends neither its turn nor those after it', async () => {
  const errors: unknown[] = [];
  const answers: unknown[] = [];
  const taken: unknown[] = [];
  const broken = new Error('broken');
  const items = classifyAll(Array.from({ length: 20 }, (_, id) => request(id, 'ping')));
  const rest = takeInTurns(items, {
    take: (item) => {
      const id = item.kind === 'request' ? item.message.id : undefined;
      if (id === 2 || id === 3 || id === 12) throw broken;
      taken.push(id);
    },
    sink: {
      answer: (answer) => {
        if (answer.id === 3) throw broken;
        answers.push(answer);
      },
      leaveUnanswered: () => undefined,
    },
    dispatcher: new Dispatcher(new SharedLoad(undefined).of('ada')),
    quota: new Ledger().account('ada'),
    report: (error) => void errors.push(error),
  });
  await rest;
  expect(rest).toBeDefined();
  expect(taken).toEqual(Array.from({ length: 20 }, (_, id) => id).filter((id) => ![2, 3, 12].includes(id)));
  expect(answers).toEqual([2, 12].map((id) => failure(id, -32603, 'Internal error')));
  expect(errors).toEqual([broken, broken, broken, broken]);
});

test.each([
  [false, Array.from({ length: 12 }, (_, at) => at + 8)],
  [true, []],
])('requests that do not fit are refused, but not on a closed connection: closed %s', async (isClosed, refused) => {
  const answers: unknown[] = [];
  const items = classifyAll(Array.from({ length: 20 }, (_, id) => request(id, 'ping')));
  const dispatcher = new Dispatcher(new SharedLoad(undefined).of('ada'));
  const rest = takeInTurns(items, {
    take: () => undefined,
    sink: { answer: ({ id }) => void answers.push(id), leaveUnanswered: () => undefined },
    dispatcher,
    quota: new Ledger({ retained: { caller: 1, total: 1 } }).account('ada'),
    report: () => undefined,
  });
  if (isClosed) dispatcher.close(new Error('closed'));
  await rest;
  expect(answers).toEqual(refused);
});
