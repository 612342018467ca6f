/** Makes calls of operations: which arguments a tool has, and how they become a request. */

import type { Gaps } from './gaps.js';
import { textOf } from '../jsonValues.js';
import { describeFiles, isJson, isText, makeBody, type BodyKind, type SentBody } from './body.js';
import type { Operation, Parameter } from './operation.js';
import { findPages, type Pages } from './pages.js';
import { MAX_DESCRIPTION, type JsonSchema, type SchemaConverter } from './convertSchemas.js';
import { shortened } from './shortened.js';
import { knownStyle, type WrittenStyle } from './style.js';
import type { ToolContext } from './toolContext.js';
import { argumentName } from './toolNames.js';
import { UniqueNames } from './uniqueNames.js';

/** How an argument is sent. */
export interface SentParameter extends WrittenStyle {
  /** The name of the argument. */
  readonly argument: string;
  /** The name of the parameter. */
  readonly name: string;
  readonly in: Parameter['in'];
}

/** The call of one operation. */
export interface Call {
  readonly operation: Operation;
  readonly parameters: readonly SentParameter[];
  readonly body: SentBody | undefined;
  readonly pages: Pages | undefined;
  /** The security schemes of each requirement, of which a call has to meet one; empty if it needs none, undefined if the document does not say. */
  readonly security: readonly (readonly string[])[] | undefined;
  /** What a successful response has. */
  readonly result: 'json' | 'text' | 'bytes' | 'none';
  /** The schema of the arguments, an object, without definitions. */
  readonly input: JsonSchema;
}

/** The name of the argument for the body. */
export const BODY = 'body';
/** The name of the argument that limits the number of pages. */
export const PAGES = 'max_pages';
/** The most pages that one call follows. */
export const MOST_PAGES = 10;

/** Returns the call of an operation. The converter is that of all arguments of a tool. */
export function makeCall(
  operation: Operation,
  converter: SchemaConverter,
  { references, gaps }: Pick<ToolContext, 'references' | 'gaps'>,
): Call {
  const { parameters, body, success, security } = operation.details();
  const pages = operation.method === 'GET' ? findPages(parameters, success.content, references) : undefined;
  const names = new UniqueNames([...(body ? [BODY] : []), ...(pages ? [PAGES] : [])]);
  const properties: [string, JsonSchema][] = [];
  const required: string[] = [];
  const sent = [...parameters]
    .sort((a, b) => Number(b.required) - Number(a.required))
    .filter((parameter) => isExpressible(parameter, operation, gaps))
    .map((parameter): SentParameter => {
      const { name, in: place, style, explode, reserved, schema } = parameter;
      const argument = unusedName(argumentName(name), place, names);
      properties.push([argument, described(converter.convert(schema), parameter.description)]);
      if (parameter.required) required.push(argument);
      return {
        argument,
        name,
        in: place,
        style: knownStyle(style, place) ?? 'simple',
        explode,
        ...(reserved && { reserved }),
      };
    });
  const encoded = body && makeBody(body, references, gaps);
  if (body && encoded) {
    const { kind } = encoded;
    const schema =
      kind === 'text' || kind === 'bytes' ? plainBody(kind) : bodySchema(kind, converter.convert(body.schema));
    properties.push([BODY, described(schema, body.description, describeFiles(encoded))]);
    if (body.required) required.push(BODY);
  }
  if (pages) properties.push([PAGES, pagesSchema()]);
  checkPath(operation, sent, gaps);
  return {
    operation,
    parameters: sent,
    body: encoded,
    pages,
    security,
    result: success.content === undefined || success.status === 204 ? 'none' : resultKind(success.content.mediaType),
    input: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
  };
}

function isExpressible({ name, in: place, style, required }: Parameter, { pointer }: Operation, gaps: Gaps): boolean {
  if (knownStyle(style, place) !== undefined) return true;
  const isNeeded = required && place === 'path';
  gaps.add(
    pointer,
    `the ${place} parameter ${JSON.stringify(name)} has the unsupported style or media type ${JSON.stringify(style)}, so it is ${isNeeded ? 'sent in the style "simple"' : 'left out'}`,
  );
  return isNeeded;
}

function unusedName(wanted: string, place: string, names: UniqueNames): string {
  const stem = wanted.slice(0, 50);
  return names.take(names.has(wanted) ? `${stem}_${place}` : wanted, stem, (number) => `${stem}_${number}`);
}

/** Each part of the path in braces needs an argument. */
function checkPath({ path, pointer }: Operation, sent: readonly SentParameter[], gaps: Gaps): void {
  const names = new Set(sent.flatMap((each) => (each.in === 'path' ? [each.name] : [])));
  for (const [, name = ''] of path.matchAll(/\{([^{}]+)\}/g)) {
    if (!names.has(name))
      gaps.add(
        pointer,
        `the path has ${JSON.stringify(`{${name}}`)}, which is not a parameter, so it is sent as it is`,
      );
  }
}

/** Returns a schema with a description instead of its own, if there is one, and a sentence after it. */
function described(schema: JsonSchema, description: string | undefined, sentence = ''): JsonSchema {
  if (description === undefined && sentence === '') return schema;
  const own = description ?? textOf(schema['description']) ?? '';
  const text = `${shortened(own, MAX_DESCRIPTION - sentence.length)} ${sentence}`;
  return { ...schema, description: text.trim() };
}

function plainBody(kind: 'text' | 'bytes'): JsonSchema {
  return kind === 'text' ? { type: 'string' } : { type: 'string', contentEncoding: 'base64' };
}

/** A form has properties, also if the document does not say so. */
function bodySchema(kind: BodyKind, schema: JsonSchema): JsonSchema {
  const isStated = ['type', '$ref', 'allOf', 'anyOf'].some((keyword) => keyword in schema);
  return kind === 'json' || isStated ? schema : { type: 'object', ...schema };
}

function pagesSchema(): JsonSchema {
  return {
    type: 'integer',
    minimum: 1,
    maximum: MOST_PAGES,
    default: 1,
    description: 'The number of pages to return, beginning with the requested one.',
  };
}

function resultKind(mediaType: string): Call['result'] {
  return isJson(mediaType) ? 'json' : isText(mediaType) ? 'text' : 'bytes';
}
