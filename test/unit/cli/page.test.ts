/** The page that standard output is. */

import { expect, test } from 'vitest';
import { createPage } from '../../../generator/cli/page.js';

test.each([
  ['a wide terminal', { isTTY: true, columns: 200 }, {}, { width: 100, text: '\x1b[1mx\x1b[22m' }],
  ['a narrow terminal', { isTTY: true, columns: 40 }, {}, { width: 40, text: '\x1b[1mx\x1b[22m' }],
  ['a terminal of unknown width', { isTTY: true, columns: 0 }, {}, { width: 80, text: '\x1b[1mx\x1b[22m' }],
  ['a terminal without colour', { isTTY: true, columns: 90 }, { NO_COLOR: '1' }, { width: 90, text: 'x' }],
  ['a pipe', { columns: 200 }, {}, { width: 80, text: 'x' }],
])('%s', (_, stdout, env, { width, text }) => {
  const page = createPage({ stdout, env });
  expect(page.width).toBe(width);
  expect(page.bold('x')).toBe(text);
});
