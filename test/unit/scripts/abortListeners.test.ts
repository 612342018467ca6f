/** The lint rule for listeners of abort signals: what it finds, and what it leaves alone. */

import { expect, test } from 'vitest';
import { lintFindings } from '../../support/lintFindings.js';

const UNREMOVED = 'Remove this listener in this file';
const UNADDED = 'Add this listener in this file';
const ONCE = 'Leave out { once: true }';

const CASES: readonly (readonly [name: string, text: string, found: readonly string[]])[] = [
  ['both', `signal.addEventListener('abort', end); signal.removeEventListener('abort', end);`, []],
  ['optional', `a.signal?.addEventListener('abort', end); a.signal?.removeEventListener('abort', end);`, []],
  ['owned', `signal.addEventListener('abort', () => end(), { once: true });`, []],
  ['otherEvent', `socket.addEventListener('message', read);`, []],
  ['forgotten', `signal.addEventListener('abort', end);`, [UNREMOVED]],
  ['unnamed', `signal.addEventListener('abort', () => end());`, [UNREMOVED]],
  ['notOnce', `signal.addEventListener('abort', end, { once: false });`, [UNREMOVED]],
  ['neverAdded', `signal.removeEventListener('abort', end);`, [UNADDED]],
  [
    'needless',
    `signal.addEventListener('abort', end, { once: true }); signal.removeEventListener('abort', end);`,
    [ONCE],
  ],
  [
    'otherSignal',
    `signal.addEventListener('abort', end); other.removeEventListener('abort', end);`,
    [UNREMOVED, UNADDED],
  ],
  [
    'otherListener',
    `signal.addEventListener('abort', end); signal.removeEventListener('abort', stop);`,
    [UNREMOVED, UNADDED],
  ],
];

test('a listener of an abort signal is removed where it is added, unless the signal ends first', async () => {
  const found = await lintFindings('abort-listeners', new Map(CASES.map(([name, text]) => [`${name}.ts`, text])));
  const expected = CASES.map(([name, , texts]) => [
    `${name}.ts`,
    texts.map((text) => expect.stringContaining(text) as string),
  ]);
  expect([...found]).toEqual(expected);
});
