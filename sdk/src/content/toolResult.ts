import type { CallToolResult, ContentBlock, MetaObject } from '@mcp-gen/protocol/author';
import { isContentBlock, text } from './blocks.js';
import { DataReturn } from './data.js';
import { describe, ReturnValueError } from './errors.js';
import { toJson } from './json.js';

/** A whole result, for handlers that say more than one thing about it. */
export interface ToolReturnObject {
  /** For a model to read. */
  readonly content: readonly ContentBlock[];
  /** For a program to read: any JSON value. Default: there is nothing. */
  readonly structuredContent?: unknown;
  /** True when the tool failed, and `content` says how. Default false. */
  readonly isError?: boolean;
  /** Free-form metadata. */
  readonly _meta?: MetaObject;
}

/**
 * What the handler of a tool may return: text, a block of content, a list of blocks and strings, a {@link ToolReturnObject}, {@link data}, or
 * any other JSON value, which is the data of the result. Never nothing. `object` stands for all of them, since a type
 * for JSON would refuse interfaces; a value that is not JSON-serializable is an error when it is returned.
 */
export type ToolReturn = string | number | boolean | null | object;

/** The result of a tool. The server adds what the revision of the conversation says beside it. */
export type ToolOutput = Pick<CallToolResult, 'content' | 'structuredContent' | 'isError' | '_meta'>;

/**
 * The result of a tool, made of what its handler returned:
 *
 * | returned                                         | result                                                             |
 * | ------------------------------------------------ | ------------------------------------------------------------------ |
 * | a string                                         | a text                                                             |
 * | a block, or a list of blocks and strings         | the content; a list without any block is data                      |
 * | a list `content` and no keys but a result's      | as it is                                                           |
 * | `data(value)`, and any other JSON value          | `structuredContent`, and the same as text                          |
 *
 * @throws {ReturnValueError} for nothing, and for what JSON cannot say.
 */
export function toToolResult(value: unknown): ToolOutput {
  if (typeof value === 'string') return { content: [text(value)] };
  if (value === undefined) {
    throw new ReturnValueError(
      "The handler returned nothing: return a string, content or data; '' if there is nothing to say",
    );
  }
  if (value instanceof DataReturn) return dataResult(value.value);
  if (isContentBlock(value)) return { content: [value] };
  if (Array.isArray(value) && value.some(isContentBlock)) return { content: value.map(block) };
  if (isToolResult(value)) {
    checkContent(value);
    return { ...value, content: [...value.content] };
  }
  return dataResult(value);
}

/**
 * The result of a tool whose value is data, whatever it looks like.
 *
 * @throws {ReturnValueError} for what JSON cannot say.
 */
export function dataResult(value: unknown): ToolOutput {
  const json = toJson(value);
  return { content: [text(json.text)], structuredContent: json.value };
}

function block(item: unknown, index: number): ContentBlock {
  if (typeof item === 'string') return text(item);
  if (isContentBlock(item)) return item;
  throw new ReturnValueError(
    `The handler returned content in a list, but item ${index} is ${describe(item)}: give strings and blocks of content, such as text(...)`,
  );
}

/** The keys of a result. An object with any other key is data. */
const KEYS: readonly string[] = [
  'content',
  'structuredContent',
  'isError',
  '_meta',
] satisfies (keyof ToolReturnObject)[];

/** Whether a value is a whole result. Its keys decide, and that its content is a list; what is in the list does not. */
function isToolResult(value: unknown): value is ToolReturnObject {
  if (typeof value !== 'object' || value === null || !('content' in value) || !Array.isArray(value.content))
    return false;
  return Object.keys(value).every((key) => KEYS.includes(key));
}

/**
 * Whether a value is a whole result of a tool with an output schema: such a one has structured content, or is an error. Anything else is
 * what the schema describes.
 */
export function isStructuredResult(value: unknown): value is ToolReturnObject {
  return isToolResult(value) && ('structuredContent' in value || value.isError === true);
}

/** @throws {ReturnValueError} if the content has an item that is not a block. */
function checkContent({ content }: ToolReturnObject): void {
  const wrong = content.findIndex((item) => !isContentBlock(item));
  if (wrong < 0) return;
  throw new ReturnValueError(
    `The handler returned an object with a list as content, but item ${wrong} is not a block of content: use text(...), image(...), and similar, or return data(value) if it is data`,
  );
}
