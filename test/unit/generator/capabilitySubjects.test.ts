/** A capability that no message requires of the side that declares it is a decision of its own. */

import { expect, test } from 'vitest';
import { subjectsOf } from '../../../generator/analyze/subjectsOf.js';
import { factsOf } from '../../../generator/model/facts.js';
import { compileText } from '../../support/compileText.js';
import { schemaText } from '../../support/schemas.js';
import { TABLES } from '../../support/tables.js';

const NEWEST = '2026-07-28';

/** The decisions about capabilities of the newest schema, with a further capability of the client. */
function decisionsWith(capability: string): readonly string[] {
  const line = 'export interface ClientCapabilities {';
  const text = schemaText(NEWEST).replace(line, `${line}\n  ${capability}?: JSONObject;`);
  const decisions = [...subjectsOf(compileText(text, NEWEST), factsOf(NEWEST, TABLES)).keys()];
  return decisions.filter((decision) => decision.startsWith('capabilities/client.'));
}

test('a capability that messages require only of the other side', () => {
  expect(decisionsWith('logging')).toContain('capabilities/client.logging');
});

test('a capability that messages require of this side', () => {
  expect(decisionsWith('others')).not.toContain('capabilities/client.roots');
});
