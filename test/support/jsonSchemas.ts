/**
 * The JSON Schemas that generated code is compared with: those that we derive. `test/schema/official.test.ts` shows that they have
 * the definitions of the official ones, so that nothing has to be compared with both.
 */

import { deriveText } from './compileText.js';
import { readDefinitions, type SchemaDefinitions } from './schemaDefinitions.js';
import { schemaText, type RevisionId } from './schemas.js';

/** The definitions of the derived JSON Schema of a revision. */
export function derivedDefinitions(revision: RevisionId): SchemaDefinitions {
  return readDefinitions(deriveText(schemaText(revision), revision));
}
