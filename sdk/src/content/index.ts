/** Content blocks, and conversion of handlers' return values to results. */

export { audio, embedded, image, resourceLink, text, type ContentOptions } from './blocks.js';
export { data, type DataReturn } from './data.js';
export { ReturnValueError } from './returnValueError.js';
export {
  toPromptResult,
  type PromptReturnMessage,
  type PromptResult,
  type PromptMessages,
  type PromptReturn,
} from './promptResult.js';
export type { BlobContents, Contents, ContentsOptions, TextContents } from './resourceContents.js';
export { toResourceResult, type ResourceResult, type ResourceRead, type ResourceReturn } from './resourceResult.js';
export {
  toToolResult,
  type PlainObject,
  type ToolReturnObject,
  type ToolOutput,
  type ToolReturn,
} from './toolReturn.js';
