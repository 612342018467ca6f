/** Explanations of values of a protocol, without generated code. */

import { expect, test } from 'vitest';
import { loadExplainer } from '../../../generator/validate/explainer.js';
import { compileText } from '../../support/compileText.js';

test('limits are explained', async () => {
  const explain = await loadExplainer(compileText('/** @maxLength 2 */ export type Short = string;'));
  expect(explain('Short', 'ab')).toEqual([]);
  expect(explain('Short', 'abc').map(({ message }) => message)).toEqual(['expected at most 2 characters, got 3']);
});
