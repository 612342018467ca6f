/** Reads what Swagger 2.0 writes differently: parameters with their own types, bodies among the parameters, and responses with a schema. */

import { arrayOf, objectOf, pointerTo, textOf, type JsonObject } from '../jsonValues.js';
import { mediaTypeOf, type Content, type Parameter, type ParameterPlace, type PropertyEncoding } from './operation.js';
import type { Located } from './references.js';

/** Keywords of a parameter that are not of its schema. */
const OF_PARAMETER = new Set([
  'name',
  'in',
  'required',
  'description',
  'collectionFormat',
  'allowEmptyValue',
  'schema',
]);

/** The style of each `collectionFormat`. */
const COLLECTION_STYLES: ReadonlyMap<string | undefined, string> = new Map([
  ['ssv', 'spaceDelimited'],
  ['pipes', 'pipeDelimited'],
  ['tsv', 'tabDelimited'],
]);

/** Returns a parameter of a path, query, or header; undefined for one of the body. */
export function swaggerParameter({ value, pointer }: Located): Parameter | undefined {
  const given = objectOf(value);
  const name = textOf(given['name']);
  const place = String(given['in']);
  if (name === undefined || !['path', 'query', 'header'].includes(place)) return undefined;
  const format = textOf(given['collectionFormat']);
  return {
    name,
    in: place as ParameterPlace,
    required: given['required'] === true || place === 'path',
    description: textOf(given['description']),
    schema: { value: ownSchema(given), pointer },
    style: COLLECTION_STYLES.get(format) ?? (place === 'query' ? 'form' : 'simple'),
    explode: format === 'multi',
    reserved: false,
    examples: 'x-example' in given ? [given['x-example']] : [],
  };
}

/** Returns the body that parameters make up. */
export function swaggerBody(parameters: readonly Located[], consumes: readonly unknown[]): Content | undefined {
  const whole = parameters.find(({ value }) => objectOf(value)['in'] === 'body');
  const schema = objectOf(whole?.value)['schema'];
  const types = typesIn(consumes, schema);
  if (whole !== undefined) {
    const given = objectOf(whole.value);
    return {
      required: given['required'] === true,
      ...(types.find(({ mediaType }) => /[/+]json$/.test(mediaType)) ?? types[0] ?? mediaTypeOf('application/json')),
      schema: { value: given['schema'], pointer: `${whole.pointer}/schema` },
      description: textOf(given['description']),
      encoding: new Map(),
      examples: [],
    };
  }
  const fields = parameters.filter(({ value }) => objectOf(value)['in'] === 'formData');
  const [first] = fields;
  if (first === undefined) return undefined;
  const given = fields.map(({ value }) => objectOf(value)).filter(({ name }) => textOf(name) !== undefined);
  const hasFile = given.some(({ type }) => type === 'file');
  return {
    required: given.some(({ required }) => required === true),
    ...mediaTypeOf(
      hasFile || types.some(({ mediaType }) => mediaType === 'multipart/form-data')
        ? 'multipart/form-data'
        : 'application/x-www-form-urlencoded',
    ),
    schema: {
      value: {
        type: 'object',
        properties: Object.fromEntries(given.map((field) => [String(field['name']), fieldSchema(field)])) as JsonObject,
        required: given.filter(({ required }) => required === true).map(({ name }) => name),
      },
      pointer: first.pointer,
    },
    description: undefined,
    encoding: new Map(
      given.filter(({ type }) => type === 'array').map((field) => [String(field['name']), encodingOf(field)]),
    ),
    examples: [],
  };
}

function encodingOf(field: JsonObject): PropertyEncoding {
  const format = textOf(field['collectionFormat']) ?? 'csv';
  return {
    style: COLLECTION_STYLES.get(format) ?? 'form',
    explode: format === 'multi',
    reserved: false,
    contentType: undefined,
  };
}

/** Returns the content of a response; undefined if it has no schema. */
export function swaggerResponse({ value, pointer }: Located, produces: readonly unknown[]): Content | undefined {
  const given = objectOf(value);
  if (!('schema' in given)) return undefined;
  const types = typesIn(produces, given['schema']);
  const isFile = objectOf(given['schema'])['type'] === 'file';
  const json =
    types.find(({ mediaType }) => /[/+]json$/.test(mediaType)) ?? types[0] ?? mediaTypeOf('application/json');
  const examples = Object.entries(objectOf(given['examples']));
  return {
    required: true,
    ...(isFile ? (types[0] ?? mediaTypeOf('application/octet-stream')) : json),
    schema: { value: given['schema'], pointer: pointerTo(pointer, 'schema') },
    description: undefined,
    encoding: new Map(),
    examples: examples.flatMap(([type, example]) => (mediaTypeOf(type).mediaType === json.mediaType ? [example] : [])),
  };
}

function typesIn(names: readonly unknown[], schema: unknown): readonly ReturnType<typeof mediaTypeOf>[] {
  return names.flatMap((name) => (typeof name === 'string' ? [mediaTypeOf(name, schema)] : []));
}

function fieldSchema(field: JsonObject): JsonObject {
  const schema = ownSchema(field);
  const description = textOf(field['description']);
  return description === undefined ? schema : { ...schema, description };
}

function ownSchema(given: JsonObject): JsonObject {
  const keywords = Object.entries(given).filter(([keyword]) => !OF_PARAMETER.has(keyword));
  const schema: JsonObject = Object.fromEntries(keywords);
  const [type] = arrayOf([schema['type']]);
  return type === 'file' ? { type: 'string', format: 'binary' } : schema;
}
