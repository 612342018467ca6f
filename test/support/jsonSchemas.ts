/** The JSON Schemas that generated code is compared with: those that we derive, and the official ones. */

import { readFileSync } from 'node:fs';
import { definitionsOf } from '../../generator/model/fingerprints.js';
import type { Schema } from './samples.js';
import { deriveText } from './compileText.js';
import { OFFICIAL, officialFile, REVISIONS, schemaText } from './schemas.js';

export type SchemaDefinitions = { readonly [name: string]: Schema };

/** The JSON Schemas at hand: those that we derive, and the official ones where MCP_OFFICIAL_SCHEMAS names them. */
export const jsonSchemas = REVISIONS.flatMap(({ revision }) => {
  const official = officialFile(revision, 'schema.json');
  const derived = { revision, schema: 'derived', read: () => deriveText(schemaText(revision), revision) };
  return official ? [derived, { revision, schema: 'official', read: () => readFileSync(official, 'utf8') }] : [derived];
});

const absent = REVISIONS.filter(({ revision }) => !officialFile(revision, 'schema.json'));
if (absent.length > 0) {
  const reason = OFFICIAL ? 'not in MCP_OFFICIAL_SCHEMAS' : 'MCP_OFFICIAL_SCHEMAS is not set';
  const left = absent.map(({ revision }) => revision).join(', ');
  console.log(`No comparison of generated code with the official schema.json of ${left}: ${reason}.`);
}

/** The definitions of a JSON Schema, which refer to each other as `#/definitions/...` whatever its dialect. */
export function readDefinitions(text: string): SchemaDefinitions {
  return definitionsOf(JSON.parse(text.replaceAll('"#/$defs/', '"#/definitions/'))) as SchemaDefinitions;
}
