/** The limit on events in a minute, which callers share. */

import { expect, test } from 'vitest';
import { RateLimit } from '../../../auth/src/delegated/rateLimit.js';
import { passTime } from '../../support/clock.js';

test('callers displace each other until there are twice as many events as the limit, in each minute again', () => {
  const limit = new RateLimit(100, 9);
  const allowed = (caller: string, events: number): number =>
    Array.from({ length: events }, () => limit.count(caller)).filter((wait) => wait === 0).length;
  for (let minute = 0; minute < 2; minute++) {
    expect([allowed('a', 10), allowed('b', 5), allowed('c', 4)]).toEqual([9, 4, 3]);
    expect([allowed('d', 1), allowed('e', 1), allowed('f', 1)]).toEqual([1, 1, 0]);
    passTime(60_000);
  }
});
