import { expect, test } from 'vitest';
import { memoryPair, type Message, type Receiver } from '../../../runtime/src/index.js';
import { notification, Wire } from './support.js';

const first = notification('first') as Message;
const second = notification('second') as Message;

test('messages arrive by reference, in order, and not within the call that sends them', async () => {
  const [near, far] = memoryPair();
  const wire = new Wire(far);
  const arrived: unknown[] = [];
  void near.start({ message: (value) => void arrived.push(value) } as Receiver);
  wire.say(first);
  wire.say(second);
  expect(arrived).toEqual([]);
  await wire.settled();
  expect(arrived[0]).toBe(first);
  expect(arrived[1]).toBe(second);
});

test('what is sent before the other end starts is kept, and so is its closing', async () => {
  const [near, far] = memoryPair();
  void near.start({} as Receiver);
  void near.send(first);
  void near.send(second);
  void near.close();
  await new Promise((resolve) => setImmediate(resolve));
  const wire = new Wire(far);
  expect([await wire.next(), await wire.next()]).toEqual([first, second]);
  expect(await wire.closed).toMatchObject({ reason: 'end-of-input' });
});

test('after closing nothing is sent and nothing arrives', async () => {
  const [near, far] = memoryPair();
  const wire = new Wire(far);
  void near.start({ message: () => expect.unreachable(), closed: () => expect.unreachable() } as unknown as Receiver);
  wire.say(first);
  void near.close();
  void near.send(second);
  expect(await wire.closed).toMatchObject({ reason: 'end-of-input' });
  wire.close();
  expect(await wire.settled()).toEqual([]);
});

test('a transport is started once', () => {
  const [near] = memoryPair();
  const receiver = {} as Receiver;
  void near.start(receiver);
  expect(() => near.start(receiver)).toThrow('already been started');
});
