/** Finds how the body of a request is encoded. */

import type { Gaps } from './gaps.js';
import { arrayOf, objectOf, pointerTo, type JsonObject } from '../jsonValues.js';
import { entriesOf } from './largeValues.js';
import type { Content, PropertyEncoding } from './operation.js';
import { MAX_PARTS, propertiesOf, schemaOf } from './properties.js';
import type { References } from './references.js';
import { shortened } from './shortened.js';
import { knownStyle, type WrittenStyle } from './style.js';

/** How a body is encoded. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'text' | 'bytes';

/** How the argument for the body is sent. */
export interface SentBody {
  readonly kind: BodyKind;
  readonly mediaType: string;
  /** The properties that are files. */
  readonly files: readonly string[];
  /** How properties of a form that are not files are written, by name. */
  readonly encoding?: { readonly [property: string]: WrittenStyle };
  /** The media types of parts of a form with files, by name. Without one, an object is JSON. */
  readonly types?: { readonly [property: string]: string };
}

/** Returns how a body is sent. What cannot be sent as the document says is a gap. */
export function makeBody(content: Content, references: References, gaps: Gaps): SentBody {
  const { mediaType, writtenType, schema, encoding } = content;
  const kind = bodyKind(mediaType);
  if (kind !== 'form' && kind !== 'multipart') return { kind, mediaType: writtenType, files: [] };
  const properties = kind === 'form' ? [] : propertiesOf(schemaOf(schema.value, references), references);
  const files = properties.filter(([, each]) => isFile(each, references)).map(([name]) => name);
  const fileNames = new Set(files);
  const stated = [...encoding].filter(([name]) => !fileNames.has(name));
  const styles = stated.flatMap(([name, each]) => {
    const style = styleOf(each, kind, pointerTo(schema.pointer.replace(/\/schema$/, '/encoding'), name), gaps);
    return style === undefined ? [] : [[name, style] as const];
  });
  const styled = new Set(styles.map(([name]) => name));
  const types = [...encoding].flatMap(([name, { contentType }]) => {
    const type = kind === 'form' || styled.has(name) ? undefined : concreteType(contentType);
    return type === undefined ? [] : [[name, type] as const];
  });
  return {
    kind,
    mediaType,
    files,
    ...(styles.length > 0 && { encoding: Object.fromEntries(styles) }),
    ...(types.length > 0 && { types: Object.fromEntries(types) }),
  };
}

/** How a model gives a file, with its media type and name if the API needs them. */
const FILE = 'base64, or with type and name: data:image/png;name=a.png;base64,...';
/** The most files whose names are told. */
const MOST_NAMES = 3;

/** Returns the sentence that tells a model how to give files; undefined if the body has none. */
export function describeFiles({ kind, files }: SentBody): string | undefined {
  if (kind === 'bytes') return `A file as ${FILE}`;
  const names = files.slice(0, MOST_NAMES).map((name) => shortened(name, 30));
  return names.length === 0 ? undefined : `Files (${names.join(', ')}) as ${FILE}`;
}

/** Returns how a property is written, if the document states it. Nothing is encoded in parts, so `allowReserved` says nothing there. */
function styleOf(
  { style, explode, reserved, contentType }: PropertyEncoding,
  kind: 'form' | 'multipart',
  place: string,
  gaps: Gaps,
): WrittenStyle | undefined {
  if (style === undefined && explode === undefined && (kind === 'multipart' || !reserved)) {
    return kind === 'form' && contentType === 'application/json' ? { style: 'json', explode: false } : undefined;
  }
  const stated = knownStyle(style ?? 'form', 'body');
  if (stated === undefined) {
    gaps.add(place, `the unsupported style ${JSON.stringify(style)} is replaced by "form"`);
    return undefined;
  }
  return {
    style: stated,
    explode: explode ?? stated === 'form',
    ...(reserved && { reserved }),
  };
}

/** Returns the first type of a list; undefined if it is a range. */
function concreteType(list: string | undefined): string | undefined {
  const [first = ''] = (list ?? '').split(',');
  const [type = ''] = first.trim().toLowerCase().split(';');
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type) ? type : undefined;
}

/** Returns whether a property is a file, or an array of files; it may be optional in any way that schemas can say. */
function isFile(value: unknown, references: References): boolean {
  const found = new Set([schemaOf(value, references)]);
  // A set that grows is walked to its end.
  for (const schema of found) {
    if (isBytes(schema)) return true;
    if (found.size > MAX_PARTS) return false;
    const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => arrayOf(schema[keyword]).slice(0, MAX_PARTS));
    for (const part of 'items' in schema ? [...parts, schema['items']] : parts) found.add(schemaOf(part, references));
  }
  return false;
}

function isBytes(schema: JsonObject): boolean {
  const isBinary = ['binary', 'byte'].includes(String(schema['format'])) || schema['contentEncoding'] === 'base64';
  return isBinary || schema['contentMediaType'] === 'application/octet-stream' || schema['type'] === 'file';
}

function bodyKind(mediaType: string): BodyKind {
  if (isJson(mediaType)) return 'json';
  if (mediaType === 'application/x-www-form-urlencoded') return 'form';
  if (mediaType === 'multipart/form-data') return 'multipart';
  return isText(mediaType) ? 'text' : 'bytes';
}

/** Returns whether the content of a media type is JSON. */
export function isJson(mediaType: string): boolean {
  return /^application\/(?:json$|[\w.-]+\+json$)/.test(mediaType) || mediaType === 'text/json';
}

/** Returns whether the content of a media type is text. */
export function isText(mediaType: string): boolean {
  return (
    mediaType.startsWith('text/') ||
    /^application\/(?:xml|graphql|x-ndjson|yaml|[\w.-]+\+(?:xml|yaml))$/.test(mediaType)
  );
}

/** Returns the encodings of an object of the document. */
export function encodingsOf(given: unknown): ReadonlyMap<string, PropertyEncoding> {
  return new Map(
    entriesOf(given).map(([name, each]) => {
      const { style, explode, allowReserved, contentType } = objectOf(each);
      return [
        name,
        {
          style: typeof style === 'string' ? style : undefined,
          explode: typeof explode === 'boolean' ? explode : undefined,
          reserved: allowReserved === true,
          contentType: typeof contentType === 'string' ? contentType : undefined,
        },
      ];
    }),
  );
}
