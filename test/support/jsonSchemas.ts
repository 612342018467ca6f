/**
 * The JSON Schemas that generated code is compared with: those that we derive. `test/schema/official.test.ts` shows that they have
 * the definitions of the official ones, so that nothing has to be compared with both.
 */

import { definitionsOf } from '../../generator/model/fingerprints.js';
import type { Schema } from './samples.js';
import { deriveText } from './compileText.js';
import { schemaText, type RevisionId } from './schemas.js';

export type SchemaDefinitions = { readonly [name: string]: Schema };

/** The definitions of the derived JSON Schema of a revision. */
export function derivedDefinitions(revision: RevisionId): SchemaDefinitions {
  return readDefinitions(deriveText(schemaText(revision), revision));
}

/** The definitions of a JSON Schema, which refer to each other as `#/definitions/...` whatever its dialect. */
export function readDefinitions(text: string): SchemaDefinitions {
  return definitionsOf(JSON.parse(text.replaceAll('"#/$defs/', '"#/definitions/'))) as SchemaDefinitions;
}
