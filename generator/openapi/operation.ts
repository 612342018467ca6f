/** An operation of an API, as all versions of OpenAPI describe it. */

import { objectOf } from '../jsonValues.js';
import type { Located } from './references.js';

/** The most examples of one value that are read. */
export const MOST_EXAMPLES = 3;

/** Where a parameter is sent. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: Located;
  /** How arrays and objects are written, as the document says: `form`. Or `json`, or a media type in which they cannot be written. */
  readonly style: string;
  readonly explode: boolean;
  /** Whether reserved characters of a query stay as they are. */
  readonly reserved: boolean;
  readonly examples: readonly unknown[];
}

/** How a property of a form is written, as far as the document states it. */
export interface PropertyEncoding {
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
  readonly reserved: boolean;
  /** Its media types, separated by commas. */
  readonly contentType: string | undefined;
}

/** The body of a request, or of a response. */
export interface Content {
  readonly required: boolean;
  /** In lower case, without parameters: `application/json`. */
  readonly mediaType: string;
  /** As it is sent, with its parameters: `application/json; version=2`. */
  readonly writtenType: string;
  readonly schema: Located;
  readonly description: string | undefined;
  /** The encodings of its properties, by name. */
  readonly encoding: ReadonlyMap<string, PropertyEncoding>;
  readonly examples: readonly unknown[];
}

/** The response of a successful call. */
export interface Success {
  readonly status: number;
  /** Undefined without a body. */
  readonly content: Content | undefined;
  /** Whether the API may also answer with another success, whose body differs. */
  readonly hasOtherSuccess: boolean;
}

/** An operation of an API. */
export interface Operation {
  /** Its method and path: `GET /pets/{petId}`. */
  readonly key: string;
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  /** Its first tag; undefined without tags. */
  readonly tag: string | undefined;
  readonly tags: readonly string[];
  /** Its `operationId`. */
  readonly id: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  /** Its JSON Pointer in the document. */
  readonly pointer: string;
  /** Read on demand, since documents may have thousands of operations. */
  readonly details: () => OperationDetails;
}

/** What is sent and received. */
export interface OperationDetails {
  readonly parameters: readonly Parameter[];
  readonly body: Content | undefined;
  readonly success: Success;
  /** The security schemes of each requirement, of which a call has to meet one; empty if it needs none, undefined if the document does not say. */
  readonly security: readonly (readonly string[])[] | undefined;
}

/** The parameters of a media type, with values that a header can have. */
const PARAMETERS = /^(?:;[\t ]*[\w!#$&^.+-]+=(?:[\w!#$&^.+:/-]+|"[\x20!#-[\]-~]*")[\t ]*)+$/;

/** Returns a media type as `plainType` does, and as it is sent: with its parameters. */
export function mediaTypeOf(name: string, schema?: unknown): Pick<Content, 'mediaType' | 'writtenType'> {
  const mediaType = plainType(name, schema);
  const [given = ''] = name.split(';');
  const parameters = name.slice(given.length).trim();
  const isKept = given.trim().toLowerCase() === mediaType && PARAMETERS.test(parameters);
  return { mediaType, writtenType: isKept ? mediaType + parameters : mediaType };
}

const BYTES = 'application/octet-stream';

/**
 * Returns a media type in lower case, without parameters. Anything invalid is bytes. A range, such as any type, becomes a type that can be
 * sent: text, JSON for a schema of something else than a string, or bytes.
 */
function plainType(name: string, schema?: unknown): string {
  const [given = ''] = name.toLowerCase().split(';');
  const type = given.trim();
  if (type === 'text/*') return 'text/plain';
  if (!type.includes('*')) return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type) ? type : BYTES;
  const { type: kind, ...others } = objectOf(schema);
  const isJson = kind === undefined ? Object.keys(others).length > 0 : kind !== 'string' && kind !== 'file';
  return isJson && /^(?:\*|application)\/\*$/.test(type) ? 'application/json' : BYTES;
}
