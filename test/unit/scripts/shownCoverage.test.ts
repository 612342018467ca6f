/** The lint rule for tests that cover requirements: what it finds, and what it leaves alone. */

import { expect, test } from 'vitest';
import { lintFindings } from '../../support/lintFindings.js';

const SWALLOWED = 'must not swallow a rejection';
const UNSEEN = 'must look at the results of allSettled';
const CONDITIONAL = 'must assert something whatever the condition is';

const CASES: readonly (readonly [name: string, body: string, found: readonly string[]])[] = [
  ['catch', `await a.catch(() => undefined); expect(b).toBe(1);`, [SWALLOWED]],
  ['catchBlock', `await a.catch(() => {}); expect(b).toBe(1);`, [SWALLOWED]],
  ['catchNamed', `await a.catch(ignore); expect(b).toBe(1);`, [SWALLOWED]],
  ['catchWithin', `await each(async () => { await a.catch(() => null); }); expect(b).toBe(1);`, [SWALLOWED]],
  ['catchClause', `try { await a; } catch {} expect(b).toBe(1);`, [SWALLOWED]],
  ['catchLooked', `expect(await a.catch((error) => String(error))).toBe('b');`, []],
  ['settled', `await Promise.allSettled(a); expect(b).toBe(1);`, [UNSEEN]],
  ['settledLooked', `expect(await Promise.allSettled(a)).toEqual(b);`, []],
  ['branch', `if (a) expect(b).toBe(1);`, [CONDITIONAL]],
  ['and', `a && expect(b).toBe(1);`, [CONDITIONAL]],
  ['caught', `try { await a; } catch (error) { expect(error).toBe(b); }`, [CONDITIONAL]],
  ['bothBranches', `if (a) expect(b).toBe(1); else await expect(c).rejects.toBe(d);`, []],
  ['alsoBranch', `expect(a).toBe(1); if (b) expect(c).toBe(1);`, []],
  ['rejects', `await expect(a).rejects.toThrow('b');`, []],
];

test('tests that cover a requirement fail if it is broken', async () => {
  const files = new Map(
    CASES.flatMap(([name, body]) => [
      [`${name}.ts`, `test('covering', async () => { covers('a'); ${body} });`] as const,
      // Other tests may do all of it.
      [`${name}Other.ts`, `test('other', async () => { ${body} });`] as const,
    ]),
  );
  const found = await lintFindings('shown-coverage', files);
  const expected = new Map(CASES.map(([name, , messages]) => [`${name}.ts`, messages]));
  for (const [file, messages] of found) {
    expect(messages, file).toEqual((expected.get(file) ?? []).map((text) => expect.stringContaining(text) as string));
  }
});
