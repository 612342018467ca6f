/** The contract refuses transports that are broken, each for its fault; and there is such a one for every case. */

import { memoryPair, type Transport } from '@mcp-gen/runtime';
import { transportContract, type ContractCase, type TransportPair } from '@mcp-gen/runtime/testing';
import { describe, expect, test } from 'vitest';
import { BROKEN } from './broken.js';

/** The case that a part of its name stands for. */
function caseNamed(cases: readonly ContractCase[], part: string): ContractCase {
  const [found, ...others] = cases.filter(({ name }) => name.includes(part));
  if (found === undefined || others.length > 0) throw new Error(`There must be one case that is named ${part}`);
  return found;
}

const REFUSALS = BROKEN.flatMap(({ fault, makePair, refusals }) =>
  Object.entries(refusals).map(([part, says]) => ({ fault, makePair, part, says })),
);

describe('a transport that', () => {
  test.each(REFUSALS)('$fault is refused by: $part', async ({ makePair, part, says }) => {
    const { run } = caseNamed(transportContract(makePair, { timeout: 300 }), part);
    await expect(run()).rejects.toThrow(says);
  });
});

test('every case refuses something', () => {
  const cases = transportContract(() => Promise.reject(new Error('never made')));
  const refusing = new Set(REFUSALS.map(({ part }) => caseNamed(cases, part).name));
  expect(cases.map(({ name }) => name).filter((name) => !refusing.has(name))).toEqual([]);
});

test('a transport whose channel for messages of the server opens late is accepted', async () => {
  const makePair = (): TransportPair => {
    const [client, inner] = memoryPair();
    let held: Parameters<typeof inner.send>[0][] | undefined = [];
    const open = (): void => {
      for (const message of held ?? []) void inner.send(message);
      held = undefined;
    };
    const server: Transport = {
      start: (receiver) => inner.start(receiver),
      send(message) {
        if (held === undefined || !('method' in message)) return inner.send(message);
        if (held.push(message) === 1) setTimeout(open, 20);
      },
      close: () => ((held = []), inner.close()),
    };
    return { client, server };
  };
  const { run } = caseNamed(transportContract(makePair), 'messages of the server arrive first');
  await expect(run()).resolves.toBeUndefined();
});

test.each([0, 1])(
  'a transport that can send when both ends have started is accepted, if end %d starts late',
  async (late) => {
    const started = new Set<Transport>();
    const makePair = (): TransportPair => {
      const ends = memoryPair();
      const [client, server] = ends.map((inner, at): Transport => ({
        async start(receiver) {
          if (at === late) await new Promise((resolve) => setTimeout(resolve, 20));
          await inner.start(receiver);
          started.add(inner);
        },
        send(message) {
          if (started.size < ends.length) throw new Error('An end has not started');
          return inner.send(message);
        },
        close: () => inner.close(),
      })) as [Transport, Transport];
      return { client, server };
    };
    await expect(caseNamed(transportContract(makePair), 'in order, once each').run()).resolves.toBeUndefined();
  },
);

function inMemory(): TransportPair {
  const [client, server] = memoryPair();
  return { client, server };
}

test('a part that the pair does not bring is asked for, unless the medium is said to lack it', async () => {
  const part = 'a sender must wait';
  await expect(caseNamed(transportContract(inMemory), part).run()).rejects.toThrow(
    'The pair has no stall: add it, or set lacks.backpressure to the reason why the transport does not need it',
  );
  const lacking = caseNamed(transportContract(inMemory, { lacks: { backpressure: 'it is fast' } }), part);
  expect(lacking.leftOut).toBe('it is fast');
  await expect(lacking.run()).rejects.toThrow('This case does not apply: it is fast');
});

test.each([
  ['passes', 'in order, once each'],
  ['fails', 'a sender must wait'],
])('what the pair holds is released once when a case %s', async (_outcome, part) => {
  let released = 0;
  const dispose = (): void => {
    released++;
  };
  await caseNamed(
    transportContract(() => ({ ...inMemory(), dispose })),
    part,
  )
    .run()
    .catch(() => undefined);
  expect(released).toBe(1);
});

test('an end that was kept from reading reads again, also when nothing had to wait for it', async () => {
  let resumed = 0;
  const stall = () => () => void resumed++;
  const { run } = caseNamed(
    transportContract(() => ({ ...inMemory(), stall })),
    'a sender must wait',
  );
  await expect(run()).rejects.toThrow('while nobody read');
  expect(resumed).toBe(1);
});
