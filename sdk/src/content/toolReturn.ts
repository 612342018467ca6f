import { describe } from '@mcp-gen/runtime/options';
import type { CallToolResult, ContentBlock, MetaObject } from '@mcp-gen/protocol/author';
import { isContentBlock, mistakeIn, text, withLegalUri } from './blocks.js';
import { ReturnValueError } from './returnValueError.js';
import { toJson } from './json.js';

/** A value that is always treated as structured content. Created by {@link data}. */
export class DataReturn<out Value = unknown> {
  readonly #value: Value;
  /** @internal */
  readonly mismatch: ((issues: string) => Error) | undefined;

  /** @internal */
  constructor(value: Value, mismatch?: (issues: string) => Error) {
    this.#value = value;
    this.mismatch = mismatch;
  }

  /** The value. */
  get value(): Value {
    return this.#value;
  }
}

/**
 * Marks the return value of a tool as structured content, even if it looks like an array of content blocks or an object with `content`.
 *
 * @example
 * ```ts
 * import { data, Server } from '@mcp-gen/sdk';
 *
 * const server = new Server({ name: 'notes', version: '1.0.0' });
 * server.tool('find', {}, () => data({ content: ['milk', 'bread'] }));
 * ```
 *
 * @param mismatch makes the error for a value that does not match the output schema of the tool, from what differs, a line for each place.
 *   With a `ToolError`, a model reads what came from elsewhere. Default: the mistake is one of the handler, so it is an internal error
 */
export function data<const Value>(value: Value, mismatch?: (issues: string) => Error): DataReturn<Value> {
  return new DataReturn(value, mismatch);
}

/** A complete result, for handlers that return more than one property of it. */
export interface ToolReturnObject {
  /** The output for a model. */
  readonly content: readonly ContentBlock[];
  /** The output for a program: any JSON value. Default: none. */
  readonly structuredContent?: unknown;
  /** Whether the tool failed; `content` then describes the failure. Default false. */
  readonly isError?: boolean;
  /** Free-form metadata. */
  readonly _meta?: MetaObject;
}

/**
 * The return value of a tool handler: a string, a content block, an array of blocks and strings, a {@link ToolReturnObject}, {@link data},
 * or any other JSON value, which becomes structured content. `undefined` is an error. A type for JSON would reject interfaces, so values
 * that are not JSON-serializable are errors at run time; the compiler finds some of them.
 */
export type ToolReturn = string | number | boolean | null | PlainObject;

/** An object or array. Not an instance of a class that JSON cannot represent: `Map`, `Set`, `Promise`, or `Uint8Array`. */
export interface PlainObject {
  /** Such classes have a tag. */
  readonly [Symbol.toStringTag]?: undefined;
  /** All objects have this method: an interface with optional properties alone would reject those that have none of them. */
  toString(): string;
}

/** The result of a tool. The server adds the fields that the revision requires. */
export type ToolOutput = Pick<CallToolResult, 'content' | 'structuredContent' | 'isError' | '_meta'>;

/**
 * Converts the return value of a tool handler to a result:
 *
 * | returned                                         | result                                                             |
 * | ------------------------------------------------ | ------------------------------------------------------------------ |
 * | a string                                         | a text block                                                       |
 * | a block, or an array of blocks and strings       | the content; an array without any block is data                    |
 * | an array `content` and only keys of a result     | unchanged                                                          |
 * | `data(value)`, and any other JSON value          | `structuredContent`, and the same as text                          |
 *
 * @throws {ReturnValueError} for `undefined`, and for values that are not JSON-serializable.
 */
export function toToolResult(value: unknown): ToolOutput {
  if (typeof value === 'string') return { content: [text(value)] };
  if (value === undefined) {
    throw new ReturnValueError("The handler returned nothing: return a string, content, or data; '' for no output");
  }
  if (value instanceof DataReturn) return dataResult(value.value);
  if (isContentBlock(value)) return { content: [withLegalUri(value)] };
  if (Array.isArray(value) && value.some(isContentBlock)) return { content: value.map(block) };
  if (isToolResult(value)) {
    checkContent(value);
    return { ...value, content: value.content.map(withLegalUri) };
  }
  return dataResult(value);
}

/**
 * Returns a result with a value as structured content, even if it looks like content.
 *
 * @throws {ReturnValueError} if the value is not JSON-serializable.
 */
export function dataResult(value: unknown): ToolOutput {
  const json = toJson(value);
  return { content: [text(json.text)], structuredContent: json.value };
}

function block(item: unknown, index: number): ContentBlock {
  if (typeof item === 'string') return text(item);
  if (isContentBlock(item)) return withLegalUri(item);
  throw new ReturnValueError(
    `The handler returned an array of content, but item ${index} is ${describe(item)}${mistakeIn(item)}: return strings and content blocks, such as text(...)`,
  );
}

/** The keys of a result. An object with any other key is data. */
const KEYS: readonly string[] = [
  'content',
  'structuredContent',
  'isError',
  '_meta',
] satisfies (keyof ToolReturnObject)[];

/** Returns whether a value is a complete result: it has an array `content`, and only keys of a result. The items are not checked. */
function isToolResult(value: unknown): value is ToolReturnObject {
  if (typeof value !== 'object' || value === null || !('content' in value) || !Array.isArray(value.content))
    return false;
  return Object.keys(value).every((key) => KEYS.includes(key));
}

/**
 * Returns whether a value is a complete result of a tool with an output schema: one with structured content, or an error. Any other value
 * is structured content itself.
 */
export function isStructuredResult(value: unknown): value is ToolReturnObject {
  return isToolResult(value) && ('structuredContent' in value || value.isError === true);
}

/** @throws {ReturnValueError} if an item of the content is not a content block. */
function checkContent({ content }: ToolReturnObject): void {
  const wrong = content.findIndex((item) => !isContentBlock(item));
  if (wrong < 0) return;
  throw new ReturnValueError(
    `The handler returned an object with an array as content, but item ${wrong} is not a content block${mistakeIn(content[wrong])}: use text(...), image(...), and similar, or data(value) for structured content`,
  );
}
