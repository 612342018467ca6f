import { fileURLToPath } from 'node:url';
import { measureOpened } from '../contenders.mjs';
import { DrivenServer } from '../stdioDriver.mjs';

/** The revisions of servers. That of the client is the first one. */
const REVISIONS = ['2025-03-26', '2025-11-25', '2026-07-28'];

const ECHO = fileURLToPath(new URL('../servers/echoOf.mjs', import.meta.url));

/** What is between the client and the server. The floor only passes bytes on. */
const COMMANDS = {
  floor: (revision) => ['servers/byteProxy.mjs', ECHO, revision],
  ours: (revision) => ['../bridge/dist/bin.js', '--', process.execPath, ECHO, revision],
};

/**
 * Microseconds that a call takes, with so many unanswered at any time. Both have the same server. The floor converts nothing, so its client
 * has the revision of the server.
 */
const measure = (revision, count, inFlight) => () =>
  measureOpened(
    Object.fromEntries(
      Object.entries(COMMANDS).map(([name, command]) => [
        name,
        async () => {
          const driven = new DrivenServer(command(revision), name === 'floor' ? revision : REVISIONS[0]);
          await driven.initialize();
          const microseconds = async () => 1_000_000 / (await driven.callsPerSecond(count, inFlight));
          return { measure: microseconds, close: () => driven.stop() };
        },
      ]),
    ),
    7,
  );

/** Calls over stdio through a bridge, beside those through a program that only passes bytes on. */
export const rows = REVISIONS.flatMap((revision) =>
  [
    ['one at a time', 4_000, 1],
    ['64 requests in flight', 20_000, 64],
  ].map(([load, count, inFlight]) => ({
    row: `bridge from ${REVISIONS[0]} to ${revision}, ${load}`,
    unit: 'microseconds a call',
    better: 'lower',
    target: { text: 'bridge <= 1.15 x the byte proxy', met: ({ ours, floor }) => ours <= 1.15 * floor },
    measure: measure(revision, count, inFlight),
  })),
);
