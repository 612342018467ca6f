/** The definitions of a JSON Schema, whatever its dialect. */

import { definitionsOf } from '../../generator/model/fingerprints.js';
import type { Schema } from './samples.js';

export type SchemaDefinitions = { readonly [name: string]: Schema };

/** The definitions of a JSON Schema, which refer to each other as `#/definitions/...` whatever its dialect. */
export function readDefinitions(text: string): SchemaDefinitions {
  return definitionsOf(JSON.parse(text.replaceAll('"#/$defs/', '"#/definitions/'))) as SchemaDefinitions;
}
