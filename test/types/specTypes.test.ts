/** The generated types of 2025-11-25 are the same as the copy of that revision's types in the official SDK. */

import { expect, test } from 'vitest';
import { GENERATED } from '../support/generated.js';
import { compileText } from '../support/compileText.js';
import { readProjectFile, schemaText } from '../support/schemas.js';
import { compareTypes } from './compareTypes.js';
import { typesOfModule } from './counterparts.js';
import { unexplained } from './knownDifferences.js';

const REVISION = '2025-11-25';
const text = readProjectFile('node_modules/@modelcontextprotocol/sdk/dist/esm/spec.types.d.ts');

test('the spec.types of the official SDK say what the generated types say, but for known differences', () => {
  const names = compileText(schemaText(REVISION), REVISION).source.types.map(({ name }) => name);
  const exported = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);
  expect(exported.toSorted()).toEqual(names.toSorted());

  const generated = readProjectFile(`generated/${REVISION}/types.ts`);
  const found = compareTypes(generated, typesOfModule(text, names), names);
  expect(unexplained('spec.types', REVISION, found)).toEqual([]);
});

test('its constants have the values of the generated ones, but for the version', () => {
  const found = [...text.matchAll(/^export declare const (\w+) = (.+);$/gm)];
  const constants = Object.fromEntries(found.map(([, name = '', value = '']) => [name, JSON.parse(value) as unknown]));
  expect(Object.keys(constants)).toContain('URL_ELICITATION_REQUIRED');
  // The copy follows a draft, and names it.
  expect(GENERATED[REVISION]).toMatchObject({ ...constants, LATEST_PROTOCOL_VERSION: REVISION });
});
