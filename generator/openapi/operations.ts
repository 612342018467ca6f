/** Reads the operations of a document: all versions of OpenAPI in one form. Schemas stay as the document has them. */

import { encodingsOf, isJson } from './body.js';
import { apiKeyPlaces, placeOf } from './credentials.js';
import type { Gaps } from './gaps.js';
import { arrayOf, isObject, objectOf, pointerTo, textOf, type JsonObject } from '../jsonValues.js';
import type { ApiDocument } from './loadDocument.js';
import { entriesOf, sizeOf } from './largeValues.js';
import type { Located, References } from './references.js';
import {
  MOST_EXAMPLES,
  mediaTypeOf,
  type Content,
  type Operation,
  type OperationDetails,
  type Parameter,
  type ParameterPlace,
  type Success,
} from './operation.js';
import { schemaOf } from './properties.js';
import { METHODS, pathItemsOf, requiredSchemes } from './pathItems.js';
import { swaggerBody, swaggerParameter, swaggerResponse } from './swagger2.js';

/** The most parameters of one path, or of one operation, that are read: a server refuses a tool with many thousands. */
const MAX_PARAMETERS = 1000;

/** Headers of a connection or of a body, in lower case. */
const OF_CONNECTION = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);

/** Returns the operations of a document, in its order. */
export function readOperations(document: ApiDocument, references: References, gaps: Gaps): readonly Operation[] {
  const { root, version } = document;
  const items = pathItemsOf(root, references);
  const required = requiredSchemes(root, items);
  const keys = apiKeyPlaces(document, references);
  if (isObject(root['webhooks'])) gaps.add('#/webhooks', 'webhooks are left out');
  return items.flatMap(({ path, item, pointer }) => {
    if ('trace' in item) gaps.add(pointerTo(pointer, 'trace'), 'TRACE cannot be sent, so it is left out');
    return METHODS.flatMap((method) => {
      const operation = item[method];
      if (!isObject(operation)) return [];
      const place = pointerTo(pointer, method);
      const reader = new OperationReader({
        version,
        root,
        references,
        gaps,
        keys,
        required,
        item,
        itemPointer: pointer,
        method,
        operation,
        pointer: place,
      });
      const tags = arrayOf(operation['tags']).flatMap((tag) => textOf(tag) ?? []);
      const key = `${method.toUpperCase()} ${path}`;
      return [
        {
          key,
          method: method.toUpperCase(),
          path,
          tag: tags[0],
          tags,
          id: textOf(operation['operationId']),
          summary: textOf(operation['summary']) ?? textOf(item['summary']),
          description: textOf(operation['description']) ?? textOf(item['description']),
          deprecated: operation['deprecated'] === true,
          pointer: place,
          details: () => reader.details(),
        },
      ];
    });
  });
}

interface OperationInput {
  readonly version: ApiDocument['version'];
  readonly root: JsonObject;
  readonly references: References;
  readonly gaps: Gaps;
  /** The places of API keys, by the names of their security schemes. */
  readonly keys: ReadonlyMap<string, string>;
  /** The security schemes that the document or its operations require. */
  readonly required: ReadonlySet<string>;
  readonly item: JsonObject;
  readonly itemPointer: string;
  readonly method: (typeof METHODS)[number];
  readonly operation: JsonObject;
  readonly pointer: string;
}

/** Reads what one operation sends and receives. */
class OperationReader {
  readonly #given: OperationInput;
  #details: OperationDetails | undefined;

  constructor(given: OperationInput) {
    this.#given = given;
  }

  details(): OperationDetails {
    this.#details ??= this.#read();
    return this.#details;
  }

  #read(): OperationDetails {
    const { version, root, references, operation, pointer } = this.#given;
    const given = this.#parameters();
    const isSwagger = version === '2.0';
    const parameters = given.flatMap(
      (each) => (isSwagger ? swaggerParameter(each) : parameterOf(each, references)) ?? [],
    );
    const consumes = arrayOf(operation['consumes'] ?? root['consumes']);
    const body = this.#sentBody(isSwagger ? swaggerBody(given, consumes) : this.#body());
    const stated = operation['security'] ?? root['security'];
    const security = Array.isArray(stated) ? requirementsOf(stated) : this.#unstatedSecurity(parameters);
    const credentials = this.#credentials(security);
    this.#reportRest();
    return {
      parameters: parameters.filter(
        (parameter) => this.#isSent(parameter, pointer) && !credentials.has(placeOf(parameter.in, parameter.name)),
      ),
      body,
      success: this.#success(),
      security,
    };
  }

  /** A document that requires schemes of some operations says that the others need none, but for those with keys as parameters. */
  #unstatedSecurity(parameters: readonly Parameter[]): OperationDetails['security'] {
    const { keys, required } = this.#given;
    if (required.size === 0) return undefined;
    const places = new Set(parameters.map((parameter) => placeOf(parameter.in, parameter.name)));
    const schemes = [...required].filter((scheme) => places.has(keys.get(scheme) ?? ''));
    return schemes.length > 0 ? [schemes] : [];
  }

  /** What an operation has, and no tool. */
  #reportRest(): void {
    const { item, operation, pointer, gaps } = this.#given;
    if ('callbacks' in operation) gaps.add(pointer, 'callbacks are left out');
    if ('servers' in operation || 'servers' in item)
      gaps.add(pointer, 'servers of its own are ignored: the call goes to the URL of all calls');
  }

  /** Returns where credentials are sent. One that is also a parameter is not an argument: the server adds it. */
  #credentials(security: OperationDetails['security']): ReadonlySet<string> {
    const { keys } = this.#given;
    const schemes = security?.flat() ?? [...keys.keys()];
    return new Set(schemes.flatMap((scheme) => keys.get(scheme) ?? []));
  }

  /** Returns the parameters of the operation and of its path: those of the operation win. */
  #parameters(): readonly Located[] {
    const { references, gaps, item, itemPointer, operation, pointer } = this.#given;
    const found = new Map<string, Located>();
    for (const [list, place] of [
      [item['parameters'], itemPointer],
      [operation['parameters'], pointer],
    ] as const) {
      const given = arrayOf(list);
      if (given.length > MAX_PARAMETERS)
        gaps.add(
          place,
          `of ${given.length} parameters, the first ${MAX_PARAMETERS} are read, so the others are left out`,
        );
      for (const [index, each] of given.slice(0, MAX_PARAMETERS).entries()) {
        const located = references.follow(each, pointerTo(place, 'parameters', index));
        if (!isObject(located.value)) continue;
        found.set(`${String(located.value['in'])} ${String(located.value['name'])}`, located);
      }
    }
    return [...found.values()];
  }

  /** Headers of these names have a meaning of their own (OpenAPI 3.1, Parameter Object). */
  #isSent({ name, in: place }: Parameter, pointer: string): boolean {
    if (place !== 'header' && place !== 'cookie') return true;
    if (place === 'header' && ['accept', 'content-type', 'authorization'].includes(name.toLowerCase())) return false;
    const { gaps } = this.#given;
    const isName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);
    if (isName && (place === 'cookie' || !OF_CONNECTION.has(name.toLowerCase()))) return true;
    const reason = isName ? 'is a header that fetch states itself' : `cannot name a ${place}`;
    gaps.add(pointer, `the parameter ${JSON.stringify(name)} ${reason}, so it is left out`);
    return false;
  }

  /** `fetch` sends no body with these methods. */
  #sentBody(body: Content | undefined): Content | undefined {
    const { method, gaps, pointer } = this.#given;
    if (body === undefined || (method !== 'get' && method !== 'head')) return body;
    gaps.add(pointer, `a body cannot be sent with ${method.toUpperCase()}, so it is left out`);
    return undefined;
  }

  #body(): Content | undefined {
    const { references, gaps, operation, pointer } = this.#given;
    const { value, pointer: place } = references.follow(operation['requestBody'], `${pointer}/requestBody`);
    if (!isObject(value)) return undefined;
    const chosen = contentOf(value, place, references);
    if (chosen === undefined) return undefined;
    const { others, content } = chosen;
    if (others.length > 0) gaps.add(place, `the body is sent as ${content.writtenType}, not as ${others.join(', ')}`);
    return { ...content, required: value['required'] === true, description: textOf(value['description']) };
  }

  #success(): Success {
    const responses = objectOf(this.#given.operation['responses']);
    const statuses = Object.keys(responses).filter((status) => /^2(\d\d|XX)$/i.test(status));
    const [chosen, ...others] = statuses.length > 0 ? statuses.sort() : 'default' in responses ? ['default'] : [];
    if (chosen === undefined) return { status: 200, content: undefined, hasOtherSuccess: false };
    const content = this.#content(chosen, responses[chosen]);
    return {
      status: /^\d+$/.test(chosen) ? Number(chosen) : 200,
      content,
      hasOtherSuccess: others.some(
        (status) => !isSame(this.#content(status, responses[status])?.schema.value, content?.schema.value),
      ),
    };
  }

  /** Returns the body of a response. One of HEAD has none. */
  #content(status: string, response: unknown): Content | undefined {
    const { version, root, references, gaps, method, operation, pointer } = this.#given;
    if (method === 'head') return undefined;
    const located = references.follow(response, pointerTo(pointer, 'responses', status));
    if (!isObject(located.value)) return undefined;
    if (version === '2.0') return swaggerResponse(located, arrayOf(operation['produces'] ?? root['produces']));
    if (isObject(located.value['links'])) gaps.add(located.pointer, 'links are left out');
    const found = contentOf(located.value, located.pointer, references);
    const types = found === undefined ? [] : [found.content.writtenType, ...found.others];
    if (types.some((type) => type.startsWith('text/event-stream')))
      gaps.add(located.pointer, 'a stream of events is read to its end, and returned as text');
    return found?.content;
  }
}

/** Returns whether two schemas are the same. Large ones are not compared. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  return sizeOf(one) < Infinity && sizeOf(other) < Infinity && JSON.stringify(one) === JSON.stringify(other);
}

/** The media types that a body is sent in, the best first. */
const PREFERRED = [
  /^application\/json$/,
  /^application\/[\w.-]+\+json$/,
  /^multipart\/form-data$/,
  /^application\/x-www-form-urlencoded$/,
];

/** Returns the best content of a body, and the media types of the others. */
function contentOf(
  value: JsonObject,
  pointer: string,
  references: References,
): { readonly content: Content; readonly others: readonly string[] } | undefined {
  const entries = entriesOf(value['content']).map(([name, media]) => ({
    name,
    ...mediaTypeOf(name, objectOf(media)['schema']),
    media: objectOf(media),
  }));
  const rank = (type: string): number => {
    const found = PREFERRED.findIndex((pattern) => pattern.test(type));
    return found === -1 ? PREFERRED.length : found;
  };
  const [chosen, ...others] = entries.toSorted((a, b) => rank(a.mediaType) - rank(b.mediaType));
  if (chosen === undefined) return undefined;
  const place = pointerTo(pointer, 'content', chosen.name);
  return {
    content: {
      required: true,
      mediaType: chosen.mediaType,
      writtenType: chosen.writtenType,
      schema: { value: chosen.media['schema'], pointer: `${place}/schema` },
      description: undefined,
      encoding: encodingsOf(chosen.media['encoding']),
      examples: statedExamples(chosen.media, place, references),
    },
    others: others.map(({ writtenType }) => writtenType),
  };
}

function statedExamples(holder: JsonObject, pointer: string, references: References): readonly unknown[] {
  const several = entriesOf(holder['examples'])
    .slice(0, MOST_EXAMPLES)
    .flatMap(([name, given]) => {
      const { value } = references.follow(given, pointerTo(pointer, 'examples', name));
      return isObject(value) && 'value' in value ? [value['value']] : [];
    });
  return 'example' in holder ? [holder['example'], ...several] : several;
}

const PLACES: readonly string[] = ['path', 'query', 'header', 'cookie'] satisfies ParameterPlace[];

function parameterOf({ value, pointer }: Located, references: References): Parameter | undefined {
  const given = objectOf(value);
  const name = textOf(given['name']);
  if (name === undefined || !PLACES.includes(String(given['in']))) return undefined;
  const place = given['in'] as ParameterPlace;
  const [media] = entriesOf(given['content']);
  const plainStyle = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const style = media ? contentStyle(media, plainStyle, references) : (textOf(given['style']) ?? plainStyle);
  return {
    name,
    in: place,
    required: given['required'] === true || place === 'path',
    description: textOf(given['description']),
    schema: media
      ? { value: objectOf(media[1])['schema'], pointer: pointerTo(pointer, 'content', media[0], 'schema') }
      : { value: given['schema'], pointer: `${pointer}/schema` },
    style,
    explode: typeof given['explode'] === 'boolean' ? given['explode'] : style === 'form' || style === 'deepObject',
    reserved: given['allowReserved'] === true,
    examples: statedExamples(media ? objectOf(media[1]) : given, pointer, references),
  };
}

/** The types of values that are texts as they are. */
const TEXTS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null', undefined]);

/** Returns the style of a parameter with a media type: JSON, text as it is, or that type, which cannot be written. */
function contentStyle([name, media]: readonly [string, unknown], plainStyle: string, references: References): string {
  const { schema } = objectOf(media);
  const { mediaType } = mediaTypeOf(name, schema);
  if (isJson(mediaType)) return 'json';
  const { type } = schemaOf(schema, references);
  return [type].flat().every((each) => TEXTS.has(each)) ? plainStyle : mediaType;
}

/** Returns the schemes of each security requirement. One without schemes says that credentials are optional. */
function requirementsOf(security: unknown): readonly (readonly string[])[] {
  return arrayOf(security).flatMap((each) => {
    const schemes = Object.keys(objectOf(each));
    return schemes.length > 0 ? [schemes] : [];
  });
}
