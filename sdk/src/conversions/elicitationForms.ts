/** Elicitation for revisions that support only forms. */

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
import type { Context } from './conversionContext.js';

/** A form field with a single value. */
type SingleField = Exclude<PrimitiveSchemaDefinition, MultiSelectEnumSchema | TitledSingleSelectEnumSchema>;

/** A form whose fields have single values. */
export type PlainForm = Omit<ElicitRequestFormParams, 'requestedSchema'> & {
  requestedSchema: Omit<ElicitRequestFormParams['requestedSchema'], 'properties'> & {
    properties: { [key: string]: SingleField };
  };
};

/** Converts to a form, in revisions that support nothing else. */
export function formOnly(params: ElicitRequestParams, context: Context): PlainForm {
  if (params.mode === 'url') {
    throw context.notExpressible('/mode', 'a page to visit', 'only forms are supported');
  }
  const { properties, ...schema } = params.requestedSchema;
  const fields = Object.entries(properties).map(([name, field]): [string, SingleField] => [
    name,
    singleField(field, `/requestedSchema/properties/${escapeKey(name)}`, context),
  ]);
  return { ...params, requestedSchema: { ...schema, properties: Object.fromEntries(fields) } };
}

/** Converts the answer to such a form. */
export function singleAnswers(
  { content, ...result }: ElicitResult,
  context: Context,
): Omit<ElicitResult, 'content'> & { content?: { [key: string]: string | number | boolean } } {
  if (!content) return result;
  const answers = Object.entries(content).map(([name, value]): [string, string | number | boolean] => {
    if (!Array.isArray(value)) return [name, value];
    const pointer = `/content/${escapeKey(name)}`;
    throw context.notExpressible(pointer, 'several values', 'a field has one value');
  });
  return { ...result, content: Object.fromEntries(answers) };
}

/** Adds the id for the completion notification, if it is required. */
export function withElicitationId(
  params: ElicitRequestParams,
  context: Context,
): ElicitRequestFormParams | (ElicitRequestURLParams & { elicitationId: string }) {
  return params.mode === 'url' ? { ...params, elicitationId: context.newId() } : params;
}

/** Converts a field: titles of an enum are in a separate array. */
function singleField(field: PrimitiveSchemaDefinition, pointer: string, context: Context): SingleField {
  if (field.type === 'array') {
    throw context.notExpressible(pointer, 'a choice of several values', 'a field has one value');
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
