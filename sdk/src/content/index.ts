/** Content blocks, and conversion of handlers' return values to results. */

export { audio, embedded, image, resourceLink, text, type ContentOptions } from './blocks.js';
export { ReturnValueError } from './returnValueError.js';
export {
  toPromptResult,
  type PromptReturnMessage,
  type PromptResult,
  type PromptMessages,
  type PromptReturn,
} from './promptResult.js';
export {
  type BlobContents,
  type Contents,
  type ContentsOptions,
  type ResourceRead,
  type ResourceResult,
  type ResourceReturn,
  type TextContents,
  toResourceResult,
} from './resourceContents.js';
export {
  data,
  type DataReturn,
  type PlainObject,
  type ToolOutput,
  type ToolReturn,
  type ToolReturnObject,
  toToolResult,
} from './toolReturn.js';
