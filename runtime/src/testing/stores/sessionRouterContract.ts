import type { RouterMember, RouterNode, SessionRouter } from '../../cluster/sessionRouter.js';
import type { SessionStore } from '../../http/server/sessions/sessionStore.js';
import { pause } from '../../timers.js';
import type { ContractCase, ContractRule } from '../cases.js';
import { REVISION } from '../revision.js';
import { expectSame, expectTrue, storeCases, type Disposable, type StoreContractOptions } from './storeCases.js';

/** A router without nodes, for one case of {@link sessionRouterContract}. */
export interface SessionRouterSubject extends Disposable {
  /** The router under test. */
  readonly router: SessionRouter;
  /** Another instance of the same router, as in another process. Default: `router` itself. */
  readonly other?: SessionRouter | undefined;
  /** The store that the processes share. A session without a record in it cannot be taken over. */
  readonly sessionStore: SessionStore;
}

const RECORD = {
  revision: REVISION,
  client: { name: 'contract', version: '1.0.0', capabilities: {} },
  state: {},
};

const RULES: readonly ContractRule<SessionRouterSubject, never>[] = [
  {
    name: 'every node finds the node of a session, and nobody finds one that never was',
    async check(subject) {
      const [one, two] = await join(subject);
      const claim = await one.node.open('a');
      expectTrue(Number.isInteger(claim) && claim > 0, `open returned ${claim}, which is not a claim number`);
      expectSame('locate at the node of the session', await one.node.locate('a'), { claim });
      expectSame('locate at another node', await two.node.locate('a'), { node: one.node.id });
      expectSame('locate of an unknown session', await two.node.locate('b'), undefined);
      expectSame('isAlive of a node that is there', await two.node.isAlive(one.node.id), true);
    },
  },
  {
    name: 'a session is over for every node',
    async check(subject) {
      const [one, two] = await join(subject);
      await one.node.open('a');
      await one.node.close('a');
      for (const { node } of [one, two]) expectSame('locate', await node.locate('a'), undefined);
    },
  },
  {
    name: 'the session of a node that is there is not taken over',
    async check(subject) {
      const [one, two] = await join(subject);
      const claim = await one.node.open('a');
      await subject.sessionStore.set('a', RECORD, claim);
      expectSame('takeOver', await succeed(() => two.node.takeOver('a')), undefined);
      expectSame('locate', await two.node.locate('a'), { node: one.node.id });
    },
  },
  {
    name: 'of several nodes, one takes over the session of a node that is gone, with a larger number',
    async check(subject) {
      const [one, two, three] = await join(subject);
      const claim = await one.node.open('a');
      await subject.sessionStore.set('a', RECORD, claim);
      await one.node.leave();
      expectSame('isAlive', await two.node.isAlive(one.node.id), false);
      expectSame('locate', await two.node.locate('a'), { isOrphaned: true });
      const tries = Array.from({ length: 10 }, (_, n) => succeed(() => (n % 2 === 0 ? two : three).node.takeOver('a')));
      const claims = (await Promise.all(tries)).filter((each) => each !== undefined);
      expectSame('The number of nodes that have taken over the session', claims.length, 1);
      expectTrue((claims[0] ?? 0) > claim, `The number ${claims[0]} of the claim is not larger than ${claim}`);
    },
  },
  {
    name: 'messages arrive once, in order, and with the id of their sender',
    async check(subject) {
      const [one, two, three] = await join(subject);
      const texts = Array.from({ length: 200 }, (_, n) => `${n} ü🙂 {"a":"\\n"}`);
      const sent = await Promise.all(texts.map(async (text) => one.node.send(two.node.id, text)));
      expectSame('Whether a node received the message', new Set(sent), new Set([true]));
      await until(() => two.received.length >= texts.length);
      expectSame(
        'The messages',
        two.received,
        texts.map((text) => [one.node.id, text]),
      );
      expectSame('The messages of others', [one.received, three.received], [[], []]);
    },
  },
  {
    name: 'a node that has left is not called',
    async check(subject) {
      const [one, two] = await join(subject);
      await two.node.leave();
      await one.node.send(two.node.id, 'late');
      await pause(50);
      expectSame('The messages', two.received, []);
      expectSame('Whether a node that has left is certain', two.node.isCertain, false);
    },
  },
];

/**
 * Returns the requirements of a session router as independent test cases, for any test framework.
 *
 * @example
 * ```ts
 * import { test } from 'node:test';
 * import { MemorySessionRouter } from '@mcp-gen/runtime/cluster';
 * import { MemorySessionStore } from '@mcp-gen/runtime/http/server';
 * import { sessionRouterContract } from '@mcp-gen/runtime/testing';
 *
 * const makeRouter = () => ({ router: new MemorySessionRouter(), sessionStore: new MemorySessionStore() });
 * for (const { name, run } of sessionRouterContract(makeRouter)) test(name, run);
 * ```
 *
 * @param makeRouter creates a router without nodes. Called once for each case.
 */
export function sessionRouterContract(
  makeRouter: () => SessionRouterSubject | Promise<SessionRouterSubject>,
  options: StoreContractOptions = {},
): readonly ContractCase[] {
  return storeCases(RULES, makeRouter, options);
}

interface Joined {
  readonly node: RouterNode;
  readonly received: (readonly [from: string, text: string])[];
}

/** Adds three nodes, two of them with the other instance, and waits until they are certain. */
async function join({ router, other = router }: SessionRouterSubject): Promise<readonly [Joined, Joined, Joined]> {
  const joined = [router, other, other].map((end): Joined => {
    const received: (readonly [string, string])[] = [];
    const none = (): void => undefined;
    const member: RouterMember = {
      received: (from, text) => void received.push([from, text]),
      interrupted: none,
      lost: none,
      forgotten: none,
      report: none,
    };
    return { node: end.join(member), received };
  });
  await until(() => joined.every(({ node }) => node.isCertain));
  return joined as unknown as readonly [Joined, Joined, Joined];
}

/** The timeout of the case limits the wait. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(5);
}

/** A node that has just joined may not be certain yet. */
async function succeed<Answer>(ask: () => Answer | Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (attempt >= 50) throw error;
      await pause(50);
    }
  }
}
