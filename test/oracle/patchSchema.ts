/**
 * A JSON Schema as guards see it: with the errata of what is received, and with `_meta` in the params that a schema
 * writes in place. After that guards and schema have to agree without exception.
 */

import type { Correction, Erratum } from '../../generator/model/errata.js';
import { withoutProse } from '../../generator/model/fingerprints.js';
import { readDefinitions, type SchemaDefinitions } from '../support/schemaDefinitions.js';
import type { Schema } from '../support/samples.js';
import type { RevisionId } from '../support/schemas.js';

const IN_PLACE = [
  'CallToolRequest',
  'CancelledNotification',
  'CompleteRequest',
  'CreateMessageRequest',
  'GetPromptRequest',
  'InitializeRequest',
  'ListPromptsRequest',
  'ListResourceTemplatesRequest',
  'ListResourcesRequest',
  'ListToolsRequest',
  'LoggingMessageNotification',
  'PaginatedRequest',
  'ProgressNotification',
  'ReadResourceRequest',
  'ResourceUpdatedNotification',
  'SetLevelRequest',
  'SubscribeRequest',
  'UnsubscribeRequest',
];

/** Where guards and types know more than the schema, beside the errata. */
export const PARAMS_META = {
  place: '<message>.params._meta',
  wrong: 'Params that are written in place lack the _meta that the base of the message declares.',
  reason: 'Any request may ask for progress there, and any message may carry metadata.',
  source: 'basic/utilities/progress; Request and Notification of the schema',
  /** The messages that it concerns. */
  definitions: {
    '2024-11-05': IN_PLACE,
    '2025-03-26': IN_PLACE,
    '2025-06-18': [...IN_PLACE, 'ElicitRequest'].sort(),
    '2025-11-25': ['CancelTaskRequest', 'ElicitationCompleteNotification', 'GetTaskPayloadRequest', 'GetTaskRequest'],
    '2026-07-28': [],
  } satisfies { readonly [Id in RevisionId]: readonly string[] },
};

/** The definitions of a JSON Schema as guards see them. */
export function patchedDefinitions(text: string, guards: object, errata: readonly Erratum[]): SchemaDefinitions {
  const corrected = applyErrata(readDefinitions(text), errata);
  return nameParams(applyParamsMeta(corrected).definitions, (name) => name in guards);
}

/** @throws if a row has no place in the schema */
export function applyErrata(definitions: SchemaDefinitions, errata: readonly Erratum[]): SchemaDefinitions {
  return errata
    .filter(({ direction }) => direction !== 'sent')
    .reduce((patched, { place, correction }) => {
      const [name = '', ...path] = place.split('.');
      return [name, ...heirsOf(definitions, name)].reduce(
        (all, each) => correctAt(all, [each, ...path], correction),
        patched,
      );
    }, definitions);
}

/** Returns the definitions that inherit what an erratum is about: those with all properties of its definition. */
function heirsOf(definitions: SchemaDefinitions, name: string): readonly string[] {
  const inherited = Object.keys(properties(definitions[name]));
  const others = Object.keys(definitions).filter((other) => other !== name && inherited.length > 0);
  return others.filter((other) => inherited.every((property) => property in properties(definitions[other])));
}

/** Gives params that are written in place the `_meta` of their base, and says which messages that concerns. */
export function applyParamsMeta(definitions: SchemaDefinitions): {
  readonly definitions: SchemaDefinitions;
  readonly patched: readonly string[];
} {
  const patched: string[] = [];
  const entries = Object.entries(definitions).map(([name, schema]): [string, Schema] => {
    const params = paramsOf(schema);
    const known = properties(params);
    if (Object.keys(known).length === 0 || '_meta' in known) return [name, schema];
    patched.push(name);
    const base = name.endsWith('Notification') ? 'Notification' : 'Request';
    const { _meta: meta } = { ...properties(definitions[`${base}Params`]), ...properties(paramsOf(definitions[base])) };
    if (!meta) throw new Error(`No _meta for the params of ${name}`);
    return [name, withProperty(schema, 'params', withProperty(params, '_meta', meta))];
  });
  return { definitions: Object.fromEntries(entries), patched };
}

/** Adds a definition for params that have none, under the name they go by in generated code. */
export function nameParams(definitions: SchemaDefinitions, wanted: (name: string) => boolean): SchemaDefinitions {
  const named = Object.entries(definitions).flatMap(([name, schema]): [string, Schema][] => {
    const params = paramsOf(schema);
    return params && !(`${name}Params` in definitions) && wanted(`${name}Params`) ? [[`${name}Params`, params]] : [];
  });
  const all = { ...definitions, ...Object.fromEntries(named) };
  const reference = (name: string, schema: Schema): Schema =>
    named.some(([added]) => added === `${name}Params`)
      ? withProperty(schema, 'params', { $ref: `#/definitions/${name}Params` })
      : schema;
  return Object.fromEntries(Object.entries(all).map(([name, schema]) => [name, reference(name, schema)]));
}

function correctAt(definitions: SchemaDefinitions, path: readonly string[], correction: Correction): SchemaDefinitions {
  const [name = '', ...rest] = path;
  const schema = definitions[name];
  if (!schema) throw new Error(`No definition ${path.join('.')}`);
  const others = rest.length === 0 ? withReferences(definitions, name) : definitions;
  if (correction.kind === 'declared') return { ...others, [name]: declared(name, schema) };
  return { ...others, [name]: corrected(schema, rest, correction) };
}

/** The definitions, in which a union refers to one of them by its name where it has a copy of it: names of arrays get lost. */
function withReferences(definitions: SchemaDefinitions, name: string): SchemaDefinitions {
  const structure = (schema: unknown): string => JSON.stringify(withoutProse(schema));
  const copied = structure(definitions[name]);
  const entries = Object.entries(definitions).map(([other, schema]): [string, Schema] => {
    const { anyOf } = schema as { readonly anyOf?: readonly Schema[] };
    if (!anyOf) return [other, schema];
    const members = anyOf.map((each) => (structure(each) === copied ? { $ref: `#/definitions/${name}` } : each));
    return [other, { ...schema, anyOf: members }];
  });
  return Object.fromEntries(entries);
}

function corrected(schema: Schema, [name, ...rest]: readonly string[], correction: Correction): Schema {
  if (name === undefined) return correct(schema, correction);
  const property = properties(schema)[name];
  if (!property) throw new Error(`No property ${name}`);
  if (rest.length > 0 || correction.kind !== 'optional') {
    return withProperty(schema, name, corrected(property, rest, correction));
  }
  const required = (schema['required'] ?? []) as readonly string[];
  return { ...schema, required: required.filter((each) => each !== name) };
}

function correct(schema: Schema, correction: Correction): Schema {
  switch (correction.kind) {
    case 'nullable':
      return { anyOf: [schema, { type: 'null' }] };
    case 'minItems':
    case 'maxItems':
      return { ...schema, [correction.kind]: correction.count };
    case 'format':
      return { ...schema, format: correction.format };
    case 'fractional':
      return fractional(schema);
    case 'optional':
    case 'declared':
      throw new Error(`${correction.kind} is nothing to do in one place`);
  }
}

/** What the declaration of a definition says, and its schema does not. */
function declared(name: string, schema: Schema): Schema {
  if (name === 'JSONValue') return { anyOf: [schema, { type: 'null' }] };
  throw new Error(`Nothing is known of the declaration of ${name}`);
}

/** A schema that takes any number where it took integers. Definitions that it refers to stay as they are. */
function fractional(schema: Schema): Schema {
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (keyword === 'type') return [keyword, [value].flat().map((type) => (type === 'integer' ? 'number' : type))];
    if (keyword === 'anyOf') return [keyword, (value as Schema[]).map(fractional)];
    const isPart = keyword === 'items' || keyword === 'additionalProperties';
    return [keyword, isPart ? fractional(value as Schema) : value];
  });
  return Object.fromEntries(entries);
}

function paramsOf(schema: Schema | undefined): Schema | undefined {
  const { method, params } = properties(schema);
  return method && params;
}

function properties(schema: Schema | undefined): { readonly [name: string]: Schema } {
  return (schema?.['properties'] ?? {}) as { readonly [name: string]: Schema };
}

function withProperty(schema: Schema | undefined, name: string, property: Schema): Schema {
  return { ...schema, properties: { ...properties(schema), [name]: property } };
}
