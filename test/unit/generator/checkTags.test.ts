import { expect, test } from 'vitest';
import { checkTags } from '../../../generator/model/checkTags.js';
import { ProblemList } from '../../../generator/problems.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';

function check(bound: string): void {
  const problems = new ProblemList();
  checkTags(readTypeScript(`export interface Page {\n/** @minimum ${bound} */ size: number }`, 'schema.ts'), problems);
  problems.throwIfAny();
}

test.each(['1', '-1', '1.5', '1e5', '1E+5', '-1.5e-5'])('a bound may be written %s', (bound) => {
  expect(() => check(bound)).not.toThrow();
});

test.each(['one', '1e', '0x1', '.5', '1.', '1e999', '1 2', '+1'])('a bound may not be written %s', (bound) => {
  expect(() => check(bound)).toThrow(`@minimum is not a number: ${JSON.stringify(bound)}`);
});
