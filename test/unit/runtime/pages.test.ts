import { describe, expect, test, vi } from 'vitest';
import { PaginationError, pages, type PagesOptions } from '../../../runtime/src/session/pages.js';
import { covers } from '../../support/covers.js';
import { MEBIBYTE } from '../../support/rpc.js';
import { stopDates } from '../../support/clock.js';

interface Page {
  readonly items: readonly string[];
  readonly nextCursor?: string;
}

/** A list in pages, by cursor, and what it was asked. */
function listOf(byCursor: { readonly [cursor: string]: Page }) {
  const asked: unknown[] = [];
  const read = (params: { cursor?: string; filter?: string }): Promise<Page> => {
    asked.push(params);
    const page = byCursor[params.cursor ?? 'first'];
    return page ? Promise.resolve(page) : Promise.reject(new Error('no such page'));
  };
  return { read, asked };
}

async function itemsOf(all: AsyncIterable<Page>): Promise<readonly string[]> {
  const items: string[] = [];
  for await (const page of all) items.push(...page.items);
  return items;
}

test('all pages are read, in order, each with the same params', async () => {
  covers('pagination-end', 'pagination-cursor-empty');
  const { read, asked } = listOf({
    first: { items: ['a'], nextCursor: '' },
    '': { items: ['b'], nextCursor: 'x' },
    x: { items: ['c'] },
  });
  expect(await itemsOf(pages(read, { filter: 'f' }))).toEqual(['a', 'b', 'c']);
  expect(asked).toEqual([{ filter: 'f' }, { filter: 'f', cursor: '' }, { filter: 'f', cursor: 'x' }]);
});

test.each(['', ' ', '0', '-1', '1e3', 'null', '{"page":2}', 'MQ==', '%20', 'ä\n"\0', '__proto__', 'x'.repeat(10_000)])(
  'a cursor is handed back as it came, whatever it looks like (%#)',
  async (nextCursor) => {
    covers('pagination-opaque', 'pagination-cursor-opaque');
    const asked: unknown[] = [];
    const read = (params: { cursor?: string }): Promise<Page> => {
      asked.push(params);
      return Promise.resolve({ items: [], ...(asked.length === 1 && { nextCursor }) });
    };
    await itemsOf(pages(read));
    expect(asked).toEqual([{}, { cursor: nextCursor }]);
  },
);

test('pages are of any size, and one may be all', async () => {
  covers('pagination-optional', 'pagination-page-size');
  const { read } = listOf({ first: { items: [], nextCursor: 'x' }, x: { items: ['a', 'b', 'c'] } });
  expect(await itemsOf(pages(read))).toEqual(['a', 'b', 'c']);
  expect(await itemsOf(pages(listOf({ first: { items: ['a'] } }).read))).toEqual(['a']);
});

test('a caller that stops early requests no more pages', async () => {
  const { read, asked } = listOf({ first: { items: ['a'], nextCursor: 'x' } });
  for await (const page of pages(read)) {
    expect(page.items).toEqual(['a']);
    break;
  }
  expect(asked).toEqual([{}]);
});

test('a cursor that comes twice is an error, after what came before it', async () => {
  const { read } = listOf({ first: { items: ['a'], nextCursor: 'x' }, x: { items: ['b'], nextCursor: 'x' } });
  const items: string[] = [];
  const reading = async (): Promise<void> => {
    for await (const page of pages(read)) items.push(...page.items);
  };
  await expect(reading()).rejects.toThrow(PaginationError);
  expect(items).toEqual(['a', 'b']);
});

test('reading a list without end is stopped', async () => {
  let asked = 0;
  const read = (): Promise<Page> => Promise.resolve({ items: [], nextCursor: String(++asked) });
  await expect(itemsOf(pages(read, {}, { limit: 5 }))).rejects.toThrow('more than 5 pages');
  expect(asked).toBe(5);
});

describe('reading a list is stopped', () => {
  /** A list without end, whose pages have some items. */
  const endless = (items: readonly string[]) => {
    const counts = { asked: 0 };
    const read = (): Promise<Page> => Promise.resolve({ items, nextCursor: String(++counts.asked) });
    return { read, counts };
  };

  test('after 1,000 pages', async () => {
    const { read, counts } = endless([]);
    await expect(itemsOf(pages(read))).rejects.toThrow('more than 1000 pages');
    expect(counts.asked).toBe(1_000);
  });

  test('after 100,000 items, also of one page', async () => {
    const { read, counts } = endless(new Array<string>(30_000).fill('a'));
    await expect(itemsOf(pages(read))).rejects.toThrow('more than 100000 items');
    expect(counts.asked).toBe(4);
    const one = endless(['a', 'b']);
    await expect(itemsOf(pages(one.read, {}, { itemLimit: 1 }))).rejects.toThrow(PaginationError);
  });

  test('after 32 MiB, which the last page does not count for', async () => {
    const large = 'x'.repeat(12 * MEBIBYTE);
    const { read, counts } = endless([large]);
    await expect(itemsOf(pages(read))).rejects.toThrow('more than 33554432 bytes');
    expect(counts.asked).toBe(3);
    const last = listOf({ first: { items: ['a'], nextCursor: 'x' }, x: { items: [large] } });
    expect(await itemsOf(pages(last.read, {}, { sizeLimit: 1_000 }))).toHaveLength(2);
  });

  test('after five minutes of waiting for its pages, whatever else takes time', async () => {
    stopDates();
    const { read, counts } = endless(['a']);
    const slow = (): Promise<Page> => {
      vi.advanceTimersByTime(40_000);
      return read();
    };
    const readSlowly = async (options?: PagesOptions): Promise<void> => {
      for await (const page of pages(slow, {}, options)) {
        expect(page.items).toEqual(['a']);
        vi.advanceTimersByTime(1_000_000);
        if (counts.asked === 20) return;
      }
    };
    await expect(readSlowly()).rejects.toThrow('more than 300000 ms');
    expect(counts.asked).toBe(8);
    await readSlowly({ listTimeout: 0 });
    expect(counts.asked).toBe(20);
  });

  test.each([
    [{ limit: 0 }, RangeError],
    [{ itemLimit: NaN }, RangeError],
    [{ sizeLimit: '1' as unknown as number }, TypeError],
    [{ listTimeout: -1 }, RangeError],
  ])('a limit is a number: %j', async (options, type) => {
    await expect(itemsOf(pages(endless([]).read, {}, options))).rejects.toThrow(type);
  });
});

test('an error of a page is an error of the list', async () => {
  const { read } = listOf({ first: { items: ['a'], nextCursor: 'gone' } });
  await expect(itemsOf(pages(read))).rejects.toThrow('no such page');
});
