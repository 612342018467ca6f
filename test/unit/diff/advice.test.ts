/** What a change requires of each side, and what may be allowed. */

import { describe, expect, test } from 'vitest';
import { adviceFor, isAbout } from '../../../generator/diff/advice.js';
import { isAllowed, readAllowance } from '../../../generator/diff/allowances.js';
import { placeOf, type Change } from '../../../generator/diff/changes.js';
import { compareProtocols, type Report } from '../../../generator/diff/compareProtocols.js';
import { formatText } from '../../../generator/diff/formatText.js';
import { guide } from '../../../generator/diff/guide.js';
import { BREAKING_RULES, ruleOf } from '../../../generator/diff/rules.js';
import { otherSide, type Side } from '../../../generator/model/protocol.js';
import { compileText } from '../../support/compileText.js';
import { expectGolden } from '../../support/golden.js';
import { readProjectFile, REVISION_IDS, schemaText, type RevisionId } from '../../support/schemas.js';
import { compare, exchange } from './exchange.js';

const protocols = new Map(REVISION_IDS.map((id) => [id, compileText(schemaText(id), id)]));
const PAIRS = REVISION_IDS.slice(1).map((is, index) => [REVISION_IDS[index] ?? is, is] as const);

function reportOf(was: RevisionId, is: RevisionId, side?: Side): Report {
  const named = (id: RevisionId) => {
    const protocol = protocols.get(id);
    if (!protocol) throw new Error(`No revision ${id}`);
    return { name: id, protocol };
  };
  return compareProtocols(named(was), named(is), { side });
}

/** Every change of a report, and its place. */
function placed({ protocol, methods, definitions }: Report): readonly { change: Change; place: string }[] {
  const at = (name: string, changes: readonly Change[]) =>
    changes.map((change) => ({ change, place: placeOf(name, change.path) }));
  return [
    ...at('', protocol),
    ...methods.flatMap(({ method, changes }) => at(method, changes)),
    ...definitions.flatMap((group) => group.definitions.flatMap((name) => at(name, group.changes))),
  ];
}

describe('by the rule', () => {
  test.each([
    [{ result: '' }, { result: 'a: string' }, [{ side: 'server', todo: 'Always send the field.' }]],
    [{ result: 'a: string' }, { result: '' }, [{ side: 'client', todo: 'Do not require the field.' }]],
    [{ params: '' }, { params: 'a: string' }, [{ side: 'client', todo: 'Always send the field.' }]],
    [
      { result: 'a: string' },
      { result: 'a: number' },
      [
        { side: 'client', todo: 'Accept every value of the new type.' },
        { side: 'server', todo: 'Send only values of the new type.' },
      ],
    ],
    [{ result: '' }, { result: 'a?: string' }, undefined],
  ] as const)('%j → %j', (was, is, advice) => {
    const [group] = compare(exchange(was), exchange(is)).definitions;
    expect(group?.changes[0]?.advice).toEqual(advice);
  });
});

describe('by the guide', () => {
  const plain = guide.filter(({ extension }) => extension === undefined);

  const removed: Change = { rule: 'request-removed', path: '', was: 'server', breaks: ['new client'] };

  test('a row holds for every comparison across its revision, and no other', () => {
    const of = (was: string, is: string) => adviceFor(removed, 'elicitation/create', was, is);
    expect(of('2025-06-18', '2026-07-28')).toEqual([
      expect.objectContaining({ side: 'server', source: '2026-07-28/basic/patterns/mrtr' }),
    ]);
    expect(of('2025-06-18', '2025-11-25')).toEqual([{ side: 'server', todo: 'Stop sending the request.' }]);
    expect(of('2026-07-28', '2027-01-01')).toEqual([{ side: 'server', todo: 'Stop sending the request.' }]);
  });

  test('a side may have to act although nothing of its own breaks', () => {
    const level: Change = { rule: 'request-removed', path: '', was: 'client', breaks: ['new server'] };
    const sides = adviceFor(level, 'logging/setLevel', '2025-11-25', '2026-07-28').map(({ side }) => side);
    expect(sides).toEqual(['client', 'server']);
  });

  test('each row is about a change of its revision, of each side that it speaks to', () => {
    const idle = plain.flatMap((row) => {
      const [was, is] = PAIRS.find(([, newer]) => newer === row.since) ?? [];
      const changes = was && is ? placed(reportOf(was, is)) : [];
      return row.places.flatMap((place) => {
        const found = changes.filter((each) => isAbout({ ...row, places: [place] }, each.change, each.place));
        const spoken = (['client', 'server'] as const).filter((side) => row[side] !== undefined);
        const unheard = spoken.filter(
          (side) => !found.some(({ change }) => change.advice?.some((each) => each.todo === row[side])),
        );
        return found.length === 0 || unheard.length === 2 ? [`${row.since} ${row.rule} ${place}`] : [];
      });
    });
    expect(idle).toEqual([]);
  });

  test('the changes of each revision have these rows', async () => {
    const files = PAIRS.map(([was, is]) => {
      const lines = placed(reportOf(was, is)).flatMap(({ change: { rule, advice = [] }, place }) =>
        advice.flatMap(({ side, todo, source }) => (source === undefined ? [] : `${place} ${rule} (${side}): ${todo}`)),
      );
      return { path: `${is}.txt`, text: `${lines.join('\n')}\n` };
    });
    await expectGolden('test/golden/guide', files);
  });

  test('with an extension, its own rows come first', () => {
    const from = ({ rule, places }: (typeof guide)[number]) => ({ rule, places });
    const own = guide.filter(({ extension }) => extension !== undefined);
    expect(own.map(from)).toEqual(expect.arrayContaining([expect.anything()]));
    for (const row of own) expect(plain.map(from)).toContainEqual(from(row));
    const change: Change = { rule: 'request-removed', path: '', was: 'client', breaks: ['new server'] };
    const [without] = adviceFor(change, 'tasks/result', '2025-11-25', '2026-07-28');
    const extensions = new Set(['io.modelcontextprotocol/tasks']);
    const [with_] = adviceFor(change, 'tasks/result', '2025-11-25', '2026-07-28', extensions);
    expect(without?.todo).toContain('Use the extension');
    expect(with_).toEqual({
      side: 'client',
      todo: expect.stringContaining('With the extension, `tasks/get`') as string,
      source: 'ext-tasks/specification/2026-07-28/tasks',
    });
  });

  test.each(PAIRS)('%s → %s: every breaking change asks something of somebody', (was, is) => {
    const breaking = placed(reportOf(was, is)).filter(({ change }) => change.breaks.length > 0);
    expect(breaking.length).toBeGreaterThan(0);
    expect(breaking.filter(({ change }) => !change.advice).map(({ place }) => place)).toEqual([]);
  });

  test.each(PAIRS.flatMap(([was, is]) => (['client', 'server'] as const).map((side) => [was, is, side] as const)))(
    '%s → %s for %ss: what this side has to do, and nothing else',
    (was, is, side) => {
      const changes = placed(reportOf(was, is, side)).map(({ change }) => change);
      expect(changes.length).toBeGreaterThan(0);
      expect(changes.flatMap(({ advice = [] }) => advice).filter((each) => each.side !== side)).toEqual([]);
      const own = changes.filter(
        ({ breaks }) => breaks.includes(`old ${side}`) || breaks.includes(`new ${otherSide(side)}`),
      );
      expect(changes.length - own.length).toBeLessThan(4);
      expect(own.every(({ advice }) => advice?.length === 1)).toBe(true);
    },
  );

  test('a server no longer sends requests of its own', () => {
    const { methods } = reportOf('2025-11-25', '2026-07-28', 'server');
    expect(methods.find(({ method }) => method === 'elicitation/create')?.changes[0]?.advice).toEqual([
      {
        side: 'server',
        todo: expect.stringContaining(
          'Answer with `InputRequiredResult` instead of sending `elicitation/create`',
        ) as string,
        source: '2026-07-28/basic/patterns/mrtr',
      },
    ]);
  });
});

describe('allowances', () => {
  const change: Change = { rule: 'member-added', path: 'content[]', is: 'B', breaks: ['old client'] };

  test.each([
    ['member-added', 'R.content[]', true],
    ['member-added@R', 'R.content[]', true],
    ['member-added@R.content', 'R.content[]', true],
    ['member-added@R.content[]', 'R.content[]', true],
    ['member-added@R.content[].x', 'R.content[]', false],
    ['member-added@R.cont', 'R.content[]', false],
    ['member-added@R', 'Result.content[]', false],
    ['member-removed@R', 'R.content[]', false],
  ])('%s allows a change at %s: %s', (text, place, allowed) => {
    const allowance = readAllowance(text);
    if (!allowance) throw new Error(`${text} is not an allowance`);
    expect(isAllowed(allowance, change, place)).toBe(allowed);
  });

  test('what breaks nobody needs none', () => {
    const allowance = readAllowance('member-added');
    expect(allowance && isAllowed(allowance, { ...change, breaks: [] }, 'R.content[]')).toBe(false);
  });

  test.each(['', 'member', 'Member-added', 'deprecated', '@R', 'constructor'])('%j is not an allowance', (text) => {
    expect(readAllowance(text)).toBeUndefined();
  });

  test('a rule has an id in kebab case', () => {
    expect(BREAKING_RULES.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
    expect(BREAKING_RULES.length).toBeGreaterThan(20);
  });
});

test('docs/diff.md lists every rule that breaks, with why and what to do', () => {
  const cells = (row: string): readonly string[] => row.split('|').map((cell) => cell.trim());
  const rows = readProjectFile('docs/diff.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => cells(line).slice(1, -1));
  expect(rows).toEqual(
    BREAKING_RULES.map((id) => {
      const { reason, send = '', read = '' } = ruleOf(id);
      return [`\`${id}\``, reason, send, read];
    }),
  );
});

test('docs/diff.md shows a report as it is', () => {
  const [, shown = ''] = /```text\n(.*?)```/s.exec(readProjectFile('docs/diff.md')) ?? [];
  expect(shown).not.toBe('');
  expect(formatText(reportOf('2025-11-25', '2026-07-28', 'server'))).toContain(shown);
});
