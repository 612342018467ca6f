/** Content, and results made of what handlers return. */

export { audio, embedded, image, resourceLink, text, type ContentOptions } from './blocks.js';
export { data, type Data } from './data.js';
export { ReturnValueError } from './errors.js';
export { promptResult, type Message, type PromptResult, type PromptReturn } from './promptResult.js';
export type { BlobContents, Contents, ContentsOptions, TextContents } from './resourceContents.js';
export { resourceResult, type ResourceResult, type ResourceReturn } from './resourceResult.js';
export { toolResult, type ToolResult, type ToolReturn } from './toolResult.js';
