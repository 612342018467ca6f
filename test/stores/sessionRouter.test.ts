/** The contract of session routers, and what refuses broken ones. */

import { MemorySessionRouter, type RouterNode, type SessionRouter } from '@mcp-gen/runtime/cluster';
import { MemorySessionStore } from '@mcp-gen/runtime/http/server';
import { sessionRouterContract, type SessionRouterSubject } from '@mcp-gen/runtime/testing';
import { PATIENT, testCases, testRefusals } from './support.js';
import { TURNS, overtaking } from '../support/stores.js';

/** @param change what is different at each node, which may know the members of all */
function inMemory(change: (node: RouterNode) => Partial<RouterNode> = () => ({})): SessionRouterSubject {
  const router = new MemorySessionRouter();
  const changed: SessionRouter = {
    relay: router.relay,
    join(member) {
      const node = router.join(member);
      const given = Object.defineProperties({}, Object.getOwnPropertyDescriptors(node)) as RouterNode;
      return Object.defineProperties(given, Object.getOwnPropertyDescriptors(change(node)));
    },
  };
  return { router: changed, sessionStore: new MemorySessionStore() };
}

testCases('in memory', sessionRouterContract(inMemory));

for (const turns of TURNS) {
  testCases(
    `whose first call is overtaken for ${turns} turns`,
    sessionRouterContract(
      () =>
        inMemory((node) => {
          const { open, locate, takeOver, isAlive, leave } = overtaking(node, turns);
          return { open, locate, takeOver, isAlive, leave };
        }),
      PATIENT,
    ),
  );
}

testRefusals<SessionRouterSubject>(sessionRouterContract, [
  {
    fault: 'finds every session',
    make: () => inMemory((node) => ({ locate: (session) => node.locate(session) ?? { node: node.id } })),
    refusals: {
      'nobody finds one that never was': 'locate of an unknown session must be undefined',
      'is over': 'locate must',
    },
  },
  {
    fault: 'lets a node claim what another one has',
    make: () => inMemory((node) => ({ takeOver: (session) => node.open(session) })),
    refusals: {
      'of a node that is there': 'takeOver must be undefined',
      'one takes over': 'The number of nodes that have taken over the session must be 1, not 10',
    },
  },
  {
    fault: 'sends messages twice',
    make: () =>
      inMemory((node) => ({
        send(to, text) {
          void node.send(to, text);
          return node.send(to, text);
        },
      })),
    refusals: { 'messages arrive once': 'The messages must be' },
  },
  {
    fault: 'is certain when it has left',
    make: () => inMemory(() => ({ isCertain: true })),
    refusals: { 'has left is not called': 'is certain must be false' },
  },
]);
