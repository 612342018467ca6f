/** Questions to people, and their answers, for revisions that have forms alone. */

import type {
  ElicitRequestFormParams,
  ElicitRequestParams,
  ElicitRequestURLParams,
  ElicitResult,
  LegacyTitledEnumSchema,
  MultiSelectEnumSchema,
  PrimitiveSchemaDefinition,
  TitledSingleSelectEnumSchema,
} from '@mcp-gen/protocol/author';
import { escapeKey } from '@mcp-gen/runtime/codegen/v1';
import type { Context } from './context.js';

/** A field of a form for one value. */
type SingleField = Exclude<PrimitiveSchemaDefinition, MultiSelectEnumSchema | TitledSingleSelectEnumSchema>;

/** A form whose fields are for one value each. */
export type PlainForm = Omit<ElicitRequestFormParams, 'requestedSchema'> & {
  requestedSchema: Omit<ElicitRequestFormParams['requestedSchema'], 'properties'> & {
    properties: { [key: string]: SingleField };
  };
};

/** A form, where nothing else can be asked. */
export function formOnly(params: ElicitRequestParams, context: Context): PlainForm {
  if (params.mode === 'url') {
    throw context.notExpressible('/mode', 'a page to be visited', 'people are asked in forms');
  }
  const { properties, ...schema } = params.requestedSchema;
  const fields = Object.entries(properties).map(([name, field]): [string, SingleField] => [
    name,
    singleField(field, `/requestedSchema/properties/${escapeKey(name)}`, context),
  ]);
  return { ...params, requestedSchema: { ...schema, properties: Object.fromEntries(fields) } };
}

/** The answer to such a form. */
export function singleAnswers(
  { content, ...result }: ElicitResult,
  context: Context,
): Omit<ElicitResult, 'content'> & { content?: { [key: string]: string | number | boolean } } {
  if (!content) return result;
  const answers = Object.entries(content).map(([name, value]): [string, string | number | boolean] => {
    if (!Array.isArray(value)) return [name, value];
    const pointer = `/content/${escapeKey(name)}`;
    throw context.notExpressible(pointer, 'several values', 'a field has one');
  });
  return { ...result, content: Object.fromEntries(answers) };
}

/** A question with the id by which its end is told, where it needs one. */
export function withElicitationId(
  params: ElicitRequestParams,
  context: Context,
): ElicitRequestFormParams | (ElicitRequestURLParams & { elicitationId: string }) {
  return params.mode === 'url' ? { ...params, elicitationId: context.newId() } : params;
}

/** The titles of a choice stand beside its values. */
function singleField(field: PrimitiveSchemaDefinition, pointer: string, context: Context): SingleField {
  if (field.type === 'array') {
    throw context.notExpressible(pointer, 'a choice of several values', 'a field has one');
  }
  if (!('oneOf' in field)) return field;
  const { oneOf, ...rest } = field;
  const legacy: LegacyTitledEnumSchema = {
    ...rest,
    enum: oneOf.map((choice) => choice.const),
    enumNames: oneOf.map(({ title }) => title),
  };
  return legacy;
}
