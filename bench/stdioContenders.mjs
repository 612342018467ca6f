/** What is measured of servers over stdio, side by side. */

import { interleave } from './statistics.mjs';
import { DrivenServer } from './stdioDriver.mjs';

/**
 * Calls of one tool, a second.
 *
 * @param {Record<string, readonly string[]>} servers name -> program and arguments
 * @param {number} count the calls of one measurement
 * @param {number} inFlight how many of them are unanswered at any time
 */
export async function callsPerSecond(servers, count, inFlight, rounds) {
  const running = mapValues(servers, (command) => new DrivenServer(command));
  try {
    for (const server of Object.values(running)) {
      await server.initialize();
      await server.callsPerSecond(count, inFlight); // warm up
    }
    const contenders = mapValues(running, (server) => () => server.callsPerSecond(count, inFlight));
    return await interleave(contenders, rounds);
  } finally {
    await Promise.all(Object.values(running).map((server) => server.stop()));
  }
}

/** Milliseconds from starting the process to the answer to `initialize`. */
export function start(servers, rounds) {
  const measure = (command) => async () => {
    const started = performance.now();
    return withServer(command, () => performance.now() - started);
  };
  return interleave(mapValues(servers, measure), rounds);
}

/** The MB that are resident when `initialize` has been answered. */
export function residentMemory(servers, rounds) {
  const measure = (command) => () => withServer(command, (server) => server.residentMemory() ?? NaN);
  return interleave(mapValues(servers, measure), rounds);
}

async function withServer(command, measure) {
  const server = new DrivenServer(command);
  try {
    await server.initialize();
    return measure(server);
  } finally {
    await server.stop();
  }
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
