/** The client of the suite on the sdk passes every check, and for each check there is a broken client that it refuses. */

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CLIENT_FAULTS } from './broken/clients.js';
import { CLIENT_CHECKS } from './checks/client/index.js';
import type { ClientCheck } from './client/clientCheck.js';
import type { RunClient } from './client/program.js';
import { run } from './clients/oursClient.mjs';
import { appliesToClient, judgeClient, judgeTogether } from './judgeClient.js';
import { REVISIONS } from './revisions.js';

const RELAY = fileURLToPath(new URL('client/relay.mjs', import.meta.url));

/** The client in this process. */
const inProcess: RunClient = async (told) => {
  const lines: string[] = [];
  // A client that fails has ended, too: what it did is judged.
  await run(told, (text) => lines.push(text)).catch(() => undefined);
  return lines.join('\n');
};

test('the client on the sdk passes every check, in all revisions, over all transports', async () => {
  const rows = await judgeClient(inProcess, REVISIONS, CLIENT_CHECKS, RELAY);
  expect(rows.filter(({ passed }) => passed === 0)).toEqual([]);
  expect(CLIENT_CHECKS.map(({ id }) => id).filter((id) => !rows.some(({ check }) => check === id))).toEqual([]);
});

describe('a client that', () => {
  const refusals = CLIENT_FAULTS.flatMap((fault) => Object.keys(fault.fails).map((check) => ({ ...fault, check })));
  test.each(refusals)(
    '$fault is refused by $check',
    async ({ check: id, revision, transport = 'http', alter, fails }) => {
      const check = checkNamed(id);
      expect(appliesToClient(check, revision, transport)).toBe(true);
      const [row] = await judgeTogether(inProcess, [check], { revision, transport, leg: 'client' }, RELAY, alter);
      expect(row).toMatchObject({ passed: 0, skipped: 0, reason: expect.stringMatching(fails[id] ?? /^$/) as string });
    },
  );
});

test('for every check there is a client that it refuses', () => {
  const refusing = new Set(CLIENT_FAULTS.flatMap(({ fails }) => Object.keys(fails)));
  expect(CLIENT_CHECKS.map(({ id }) => id).filter((id) => !refusing.has(id))).toEqual([]);
});

function checkNamed(id: string): ClientCheck {
  const check = CLIENT_CHECKS.find((each) => each.id === id);
  if (check === undefined) throw new Error(`There is no check ${id}`);
  return check;
}
