/** Connections in memory. A test that opens one need not close it: they all break after the last test, and must not
 * leave anything. Those of tests that measure the heap close their connections themselves. */

import { ConnectionClosedError } from '../../../runtime/src/errors.js';
import { memoryPair } from '../../../runtime/src/transports/memory.js';
import type { Receiver } from '../../../runtime/src/transports/transport.js';
import { isKeeping, onKeepNothing } from './keeping.js';
import { fileBefore, isTest } from './places.js';

let receivers = new Set<Receiver>();

const MemoryTransport = Object.getPrototypeOf(memoryPair()[0]) as { start(receiver: Receiver): void };
const { start } = MemoryTransport;

MemoryTransport.start = function checkedStart(receiver) {
  // Receivers that tests write themselves know what they are given.
  if (isKeeping() && !isTest(fileBefore(checkedStart))) receivers.add(receiver);
  start.call(this, receiver);
};

onKeepNothing(() => {
  receivers = new Set();
});

/** Ends all connections that were started since it was called last, as if the other sides had closed them. */
export function breakConnections(): void {
  const ended = receivers;
  receivers = new Set();
  for (const receiver of ended) receiver.closed(new ConnectionClosedError('end-of-input', 'The test file is over'));
}
