/** The client of the suite on the sdk passes every check, and each broken client fails the checks of its fault, and no others. */

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { altered } from './broken/clients/alteration.js';
import type { ClientFault } from './broken/clients/fault.js';
import { CLIENT_FAULTS } from './broken/clients/index.js';
import { CLIENT_CHECKS } from '../../../conformance/src/checks/client/index.js';
import type { Played } from '../../../conformance/src/client/clientCheck.js';
import type { RunClient } from '../../../conformance/src/client/program.js';
import { run } from './clients/oursClient.mjs';
import type { CheckResult } from '../../../conformance/src/judge.js';
import {
  appliesToClient,
  judgeClient,
  judgePlayed,
  play,
  together,
  type Group,
  type Place,
} from '../../../conformance/src/judgeClient.js';
import { limited } from '../../../conformance/src/limited.js';
import { CHECKED_REVISIONS } from '../../../conformance/src/revisions.js';
import { ROOT } from '../../support/schemas.js';

/** How many conversations run at a time, and how often one is begun again. */
const [CONCURRENCY, ATTEMPTS] = [4, 3];

const RELAY = join(ROOT, 'conformance/dist/relay.js');

/** The client in this process. */
const inProcess: RunClient = async (told) => {
  const lines: string[] = [];
  // A client that fails has ended, too: what it did is judged.
  await run(told, (text) => lines.push(text)).catch(() => undefined);
  return lines.join('\n');
};

test('the client on the sdk passes every check, in all revisions, over all transports', async () => {
  const rows = await judgeClient(inProcess, CHECKED_REVISIONS, CLIENT_CHECKS, RELAY);
  expect(rows.filter(({ passed }) => passed === 0)).toEqual([]);
  expect(CLIENT_CHECKS.map(({ id }) => id).filter((id) => !rows.some(({ check }) => check === id))).toEqual([]);
});

describe('a client that', () => {
  test.each(CLIENT_FAULTS)('$fault fails the checks of that, and no others', async (fault) => {
    const wrong = (await judgeBroken(fault)).filter(({ failed, warnings }) => failed + warnings > 0);
    const expected = [...Object.keys(fault.fails), ...Object.keys(fault.alsoFails ?? {})];
    expect(wrong.map(({ check }) => check).toSorted()).toEqual(expected.toSorted());
    for (const { check, reason } of wrong) expect(reason, check).toMatch(fault.fails[check] ?? /./);
  });
});

test('for every check there is a client that it refuses', () => {
  const refusing = new Set(CLIENT_FAULTS.flatMap(({ fails }) => Object.keys(fails)));
  expect(CLIENT_CHECKS.map(({ id }) => id).filter((id) => !refusing.has(id))).toEqual([]);
});

async function judgeBroken({ revision, transport = 'http', alter }: ClientFault): Promise<readonly CheckResult[]> {
  const place = { revision, transport };
  const applied = CLIENT_CHECKS.filter((check) => appliesToClient(check, revision, transport));
  const judged = together(applied).map(async (group) => {
    const played = await playOnce(group, place);
    return judgePlayed(played instanceof Error ? played : altered(played, alter, group[0]?.script), group, place);
  });
  return (await Promise.all(judged)).flat();
}

/** What the client without a fault does, by revision, transport, and checks. */
const plays = new Map<string, Promise<Played | Error>>();
const playLimited = limited(CONCURRENCY, playWell);

function playOnce(group: Group, place: Place): Promise<Played | Error> {
  const name = [place.revision, place.transport, group[0]?.id].join(' ');
  const known = plays.get(name) ?? playLimited({ group, place });
  plays.set(name, known);
  return known;
}

/** Lets the client without a fault do what checks judge. If it does not pass them, the machine may have been busy: it does so again. */
async function playWell({ group, place }: { group: Group; place: Place }): Promise<Played | Error> {
  const [first = expect.fail('no check')] = group;
  for (let attempt = 1; ; attempt++) {
    const played = await play(inProcess, first, place, RELAY);
    if (attempt === ATTEMPTS || judgePlayed(played, group, place).every(({ passed }) => passed === 1)) return played;
  }
}
