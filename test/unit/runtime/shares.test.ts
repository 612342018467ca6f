/** Fair shares of what all callers share: the largest holder gives way. */

import { describe, expect, test } from 'vitest';
import { networksOf } from '../../../runtime/src/ledger/networks.js';
import { SharedBytes } from '../../../runtime/src/ledger/sharedBytes.js';
import { Shares } from '../../../runtime/src/ledger/shares.js';

/** Shares of names, with what was lost. */
function sharesOf(limit: number) {
  const shares = new Shares<string>(limit);
  const lost: string[] = [];
  let count = 0;
  const take = (holder: string, amount = 1): boolean => {
    if (!shares.makeRoom(holder, (item) => void lost.push(item), amount)) return false;
    shares.add(holder, `${holder} #${++count}`, amount);
    return true;
  };
  return { shares, lost, take };
}

describe('shares', () => {
  test('below the limit, everyone takes what is there', () => {
    const { take, lost } = sharesOf(5);
    expect(Array.from({ length: 6 }, () => take('caller ada'))).toEqual([true, true, true, true, true, false]);
    expect(lost).toEqual([]);
  });

  test('at the limit, the largest holder loses its oldest item', () => {
    const { take, lost, shares } = sharesOf(3);
    for (const holder of ['caller ada', 'caller ada', 'caller bob']) take(holder);
    expect(take('caller eve')).toBe(true);
    expect(lost).toEqual(['caller ada #1']);
    expect(shares.used).toBe(3);
  });

  test('nobody loses anything to a holder that would have as much', () => {
    const { take, lost } = sharesOf(2);
    take('caller ada');
    take('caller ada');
    expect(take('caller bob')).toBe(true);
    expect(take('caller ada')).toBe(false);
    expect(take('caller bob')).toBe(false);
    expect(take('caller eve')).toBe(false);
    expect(lost).toEqual(['caller ada #1']);
  });

  test('large amounts take several items', () => {
    const { take, lost } = sharesOf(10);
    for (let item = 0; item < 5; item++) take('caller ada', 2);
    expect(take('caller bob', 4)).toBe(true);
    expect(lost).toEqual(['caller ada #1', 'caller ada #2']);
    expect(take('caller eve', 11)).toBe(false);
  });

  test('an item that changes its amount keeps its age', () => {
    const { take, lost, shares } = sharesOf(10);
    take('caller ada', 2);
    take('caller ada', 2);
    shares.add('caller ada', 'caller ada #1', 8);
    expect(shares.used).toBe(10);
    take('caller bob');
    expect(lost).toEqual(['caller ada #1']);
  });

  test('the chosen item is lost, or none', () => {
    const { take, shares } = sharesOf(3);
    for (let item = 0; item < 3; item++) take('caller ada');
    const lost: string[] = [];
    const last = (items: readonly string[]): string | undefined => items.at(-1);
    expect(shares.makeRoom('caller bob', (item) => void lost.push(item), 1, last)).toBe(true);
    expect(lost).toEqual(['caller ada #3']);
    shares.add('caller bob', 'bob');
    expect(
      shares.makeRoom(
        'caller eve',
        () => undefined,
        1,
        () => undefined,
      ),
    ).toBe(false);
  });

  test('what is deleted no longer counts, and leaves nothing behind', () => {
    const { take, shares } = sharesOf(2);
    take('address 192.0.2.1');
    take('address 192.0.2.1');
    expect(shares.delete('address 192.0.2.1', 'address 192.0.2.1 #1')).toBe(true);
    expect(shares.delete('address 192.0.2.1', 'address 192.0.2.1 #1')).toBe(false);
    expect(shares.delete('address 192.0.2.2', 'address 192.0.2.1 #2')).toBe(false);
    expect(shares.delete('address 192.0.2.1', 'address 192.0.2.1 #2')).toBe(true);
    expect(shares.used).toBe(0);
    expect(shares.size).toBe(0);
  });
});

describe('networks', () => {
  test.each([
    ['address 192.0.2.1', ['network 192.0/16', 'network 192.0.2/24']],
    ['address 2001:db8:0:1234::/64', ['network 2001:db8/32', 'network 2001:db8:0/48', 'network 2001:db8:0:12/56']],
    ['address 2001:db8:0:12::/64', ['network 2001:db8/32', 'network 2001:db8:0/48', 'network 2001:db8:0:0/56']],
    ['address 2001:db8::/64', ['network 2001:db8/32', 'network 2001:db8:0/48', 'network 2001:db8:0:0/56']],
    ['address 2600::/64', ['network 2600:0/32', 'network 2600:0:0/48', 'network 2600:0:0:0/56']],
    ['caller 192.0.2.1', []],
    ['anyone', []],
  ])('of %s', (holder, networks) => expect(networksOf(holder)).toEqual(networks));

  test('a /48 with many /64 is one large holder', () => {
    const { take, lost } = sharesOf(1_000);
    for (let subnet = 0; subnet < 990; subnet++) take(`address 2001:db8:0:${subnet.toString(16)}::/64`);
    for (let item = 0; item < 10; item++) take('address 192.0.2.1');
    for (let item = 0; item < 20; item++) expect(take(`address 198.51.${item}.1`)).toBe(true);
    expect(lost).toHaveLength(20);
    expect(lost.every((item) => item.startsWith('address 2001:'))).toBe(true);
  });

  test('an address with very many items loses before a network of many addresses with one each', () => {
    const { take, lost } = sharesOf(1_000);
    for (let item = 0; item < 500; item++) take('address 203.0.113.9');
    for (let user = 0; user < 500; user++) take(`address 198.51.${user >> 4}.${user & 15}`);
    for (let item = 0; item < 50; item++) expect(take(`caller ${item}`)).toBe(true);
    expect(lost.every((item) => item.startsWith('address 203.'))).toBe(true);
  });

  test('in a network, its largest holder gives way', () => {
    const { take, lost } = sharesOf(10);
    for (let item = 0; item < 9; item++) take('address 192.0.2.1');
    take('address 192.0.2.2');
    expect(take('address 192.0.2.3')).toBe(true);
    expect(lost).toEqual(['address 192.0.2.1 #1']);
  });
});

describe('a holder that is never refused', () => {
  const full = () => {
    const { shares, lost } = sharesOf(4);
    shares.add('address 192.0.2.1', 'near');
    shares.add('address 192.0.7.1', 'farther');
    shares.add('caller ada', 'elsewhere');
    shares.add('caller ada', 'later');
    const displace = (holder: string, amount = 1): boolean =>
      shares.displace(holder, (item) => lost.push(item), amount);
    return { shares, lost, displace };
  };

  test('loses its own oldest item, if it is the largest', () => {
    const { lost, displace } = full();
    expect(displace('caller ada')).toBe(true);
    expect(lost).toEqual(['elsewhere']);
  });

  test.each([
    ['address 192.0.2.2', 'elsewhere'],
    ['caller bob', 'elsewhere'],
  ])('takes one of the largest, if it is not: %s', (holder, item) => {
    const { lost, displace } = full();
    expect(displace(holder)).toBe(true);
    expect(lost).toEqual([item]);
  });

  test('takes one nearby, if all have as much as itself', () => {
    const { shares, lost, displace } = full();
    shares.delete('caller ada', 'elsewhere');
    shares.add('address 203.0.113.1', 'far');
    expect(displace('address 192.0.7.7')).toBe(true);
    expect(lost).toEqual(['farther']);
  });

  test('takes the one of who has held something for longest, if all have as much and none is near', () => {
    const { shares, lost } = sharesOf(4);
    const displace = (holder: string): void => {
      expect(shares.displace(holder, (item) => lost.push(item))).toBe(true);
      shares.add(holder, holder);
    };
    for (let at = 0; at < 9; at++) displace(`caller ${at}`);
    expect(lost).toEqual(['caller 0', 'caller 1', 'caller 2', 'caller 3', 'caller 4']);
  });

  test('gets nothing that is larger than the limit, and nobody loses anything for it', () => {
    const { lost, displace } = full();
    expect(displace('caller bob', 5)).toBe(false);
    expect(lost).toEqual([]);
  });
});

test('an item that is renewed is the newest one', () => {
  const { shares } = sharesOf(3);
  shares.add('caller ada', 'first', 1);
  shares.add('caller ada', 'second', 1);
  shares.renew('caller ada', 'first', 2);
  expect(shares.of('caller ada')).toEqual(['second', 'first']);
  expect(shares.used).toBe(3);
});

test('random holders: the largest gives way, whatever happened before', () => {
  let seed = 1;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const { shares, take, lost } = sharesOf(50);
  const names = Array.from({ length: 12 }, (_, at) =>
    at < 4 ? `caller ${at}` : `address 10.${at & 1}.${at & 2}.${at}`,
  );
  for (let step = 0; step < 2_000; step++) {
    const holder = names[random(random(2) === 0 ? 2 : 12)] ?? '';
    const counts = new Map(names.map((name) => [name, shares.count(name)]));
    const before = lost.length;
    const oldest = shares.oldest(names[random(12)] ?? '');
    if (random(3) === 0 && oldest !== undefined) shares.delete(oldest.replace(/ #.*/, ''), oldest);
    else if (take(holder) && lost.length > before) {
      const loser = lost.at(-1)?.replace(/ #.*/, '') ?? '';
      // Among authenticated callers, sizes are counts: no other one has more than the one that lost.
      if (loser.startsWith('caller'))
        expect(Math.max(...names.slice(0, 4).map((name) => counts.get(name) ?? 0))).toBe(counts.get(loser));
      expect(counts.get(loser)).toBeGreaterThan(loser.startsWith('caller') ? (counts.get(holder) ?? 0) : 0);
    }
    expect(shares.used).toBe(names.reduce((sum, name) => sum + shares.count(name), 0));
    expect(shares.used).toBeLessThanOrEqual(50);
  }
  expect(lost.length).toBeGreaterThan(100);
  for (const name of names) for (const item of shares.of(name)) shares.delete(name, item);
  expect(shares.size).toBe(0);
});

test('the holders of bytes are counted as they come, not all at once when the total is reached', () => {
  let counted = 0;
  const holderOf = (at: number) => ({
    get name() {
      counted++;
      return `address 10.0.${at >> 8}.${at & 255}`;
    },
    isAnyone: false,
  });
  const bytes = new SharedBytes({ caller: 1_000_000, total: 5_000_000 });
  const holders = Array.from({ length: 5_000 }, (_, at) => holderOf(at));
  let most = 0;
  for (const [at, holder] of holders.entries()) {
    counted = 0;
    expect(bytes.allows(holder, 1_000)).toBe(true);
    bytes.change(holder, at === 0 ? 50_000 : 1_000);
    most = Math.max(most, counted);
  }
  expect(most).toBeLessThan(20);
  counted = 0;
  const [largest, other] = holders as [(typeof holders)[0], (typeof holders)[0]];
  expect(bytes.allows(largest, 20_000)).toBe(false);
  expect(bytes.allows(other, 20_000)).toBe(true);
  expect(counted).toBeLessThan(20);
});

test('what a holder may have depends on what is held now, not on what happened before', () => {
  let seed = 3;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const budget = { caller: 600_000, total: 1_000_000 };
  const bytes = new SharedBytes(budget);
  const names = ['anyone', 'caller ada', 'caller bob', 'address 10.0.0.1', 'address 10.0.0.2', 'address 10.9.0.1'];
  const holders = names.map((name) => ({ name, isAnyone: name === 'anyone' }));
  const change = (holder: (typeof holders)[0], amount: number): void => {
    bytes.change(holder, amount);
    const fresh = new SharedBytes(budget);
    for (const each of holders) fresh.change(each, bytes.held(each));
    expect(bytes.used).toBe(fresh.used);
    const allowed = (one: SharedBytes): readonly boolean[] =>
      holders.flatMap((each) => [1, 10_000, 100_000].map((more) => one.allows(each, more)));
    expect(allowed(bytes)).toEqual(allowed(fresh));
    refused += allowed(bytes).filter((isAllowed) => !isAllowed).length;
  };
  let refused = 0;
  for (let step = 0; step < 2_000; step++) {
    const holder = holders[random(holders.length)] ?? { name: 'none', isAnyone: false };
    const held = bytes.held(holder);
    const amount = [5_000, 50_000, 400_000][random(3)] ?? 0;
    if (random(3) > 0 && bytes.allows(holder, amount)) change(holder, amount);
    else if (held > 0) change(holder, -(random(2) === 0 ? held : Math.min(held, amount)));
  }
  expect(refused).toBeGreaterThan(1_000);
  for (const holder of holders) change(holder, -bytes.held(holder));
  expect(bytes.used).toBe(0);
});

test('the items of a holder are in the order in which they were counted or renewed, with their latest amounts', () => {
  let seed = 11;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const shares = new Shares<string>(1_000);
  const expected = new Map<string, number>();
  for (let step = 0; step < 3_000; step++) {
    const item = `item ${random(4)}`;
    const amount = 1 + random(3);
    const action = random(4);
    if (action === 0) {
      expect(shares.delete('caller ada', item)).toBe(expected.delete(item));
    } else {
      if (action > 1) expected.delete(item);
      expected.set(item, amount);
      if (action > 1) shares.renew('caller ada', item, amount);
      else shares.add('caller ada', item, amount);
    }
    expect(shares.of('caller ada')).toEqual([...expected.keys()]);
    expect(shares.used).toBe([...expected.values()].reduce((sum, each) => sum + each, 0));
  }
});
