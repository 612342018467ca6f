/** A message in a line, with what is wrong with it. */

import { expect, test } from 'vitest';
import { painter } from '../../talk/src/terminal.js';
import { wireLine } from '../../talk/src/text/wireLine.js';

const terminal = { paint: painter(false) } as Parameters<typeof wireLine>[3];
const findings = (count: number) => Array.from({ length: count }, (_, at) => `finding ${at}`);
const linesWith = (count: number) => wireLine('server', {}, findings(count), terminal).split('\n');

test('twenty findings are shown, and others counted', () => {
  expect(linesWith(0)).toEqual(['<- {}']);
  expect(linesWith(20)).toEqual(['<- {}', ...findings(20).map((each) => ` ! ${each}`)]);
  expect(linesWith(22)).toEqual([...linesWith(20), ' ! and 2 more']);
});
