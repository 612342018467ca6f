/** What decisions are about: capabilities that no message requires of the side that declares them, and the rules in docs. */

import { expect, test } from 'vitest';
import { subjectsOf } from '../../../generator/analyze/subjectsOf.js';
import { factsOf } from '../../../generator/model/facts.js';
import { compileText } from '../../support/compileText.js';
import { schemaText } from '../../support/schemas.js';
import { TABLES } from '../../support/tables.js';

const NEWEST = '2026-07-28';

const subjectsIn = (text: string) => subjectsOf(compileText(text, NEWEST), factsOf(NEWEST, TABLES));

/** The decisions about capabilities of the newest schema, with a further capability of the client. */
function decisionsWith(capability: string): readonly string[] {
  const line = 'export interface ClientCapabilities {';
  const text = schemaText(NEWEST).replace(line, `${line}\n  ${capability}?: JSONObject;`);
  return [...subjectsIn(text).keys()].filter((decision) => decision.startsWith('capabilities/client.'));
}

test('a capability that messages require only of the other side', () => {
  expect(decisionsWith('logging')).toContain('capabilities/client.logging');
});

test('a capability that messages require of this side', () => {
  expect(decisionsWith('others')).not.toContain('capabilities/client.roots');
});

test.each([
  ['types/Annotations', 'Annotations'],
  ['methods/tools/call', 'CallToolRequest'],
])('%s is about the rules in the docs of %s', (decision, name) => {
  const text = schemaText(NEWEST);
  const withRule = text.replace(`export interface ${name} `, '// Clients MUST keep it.\n$&');
  const [before, now] = [text, withRule].map((each) => subjectsIn(each).get(decision));
  expect(now).toEqual({ ...before, docs: expect.any(String) });
  expect(now?.docs).not.toBe(before?.docs);
});
