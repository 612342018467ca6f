/** Servers of the Model Context Protocol, for clients of every revision. */

export { Server, type FeatureName, type ServeOptions, type ServerOptions } from './server/server.js';
export { ToolError } from './server/errors.js';
export { Context } from './server/context.js';
export { form, roots, sample, url } from './server/questions.js';
export type { Elicited, FormQuestion, Question, Sampled, SampleRequest, UrlQuestion } from './server/questions.js';
export type { Access } from './server/access.js';
export type { Registration } from './server/catalog.js';
export type { Completer, Suggestions } from './server/completer.js';
export type { Middleware, Next, ServerRequest } from './server/middleware.js';
export type { LogFunction, Logger } from './server/logging.js';
export type { ArgumentOptions, PromptArguments, PromptHandler, PromptOptions } from './server/prompts.js';
export type { ResourceHandler, ResourceOptions } from './server/resources.js';
export type { TemplateHandler, TemplateOptions, TemplateReturn } from './server/templates.js';
export type { ToolHandler, ToolOptions } from './server/tools.js';
export { audio, embedded, image, resourceLink, text, type ContentOptions } from './content/index.js';
export type { Contents, Message, PromptResult, PromptReturn, ResourceResult, ResourceReturn } from './content/index.js';
export type { ToolResult, ToolReturn } from './content/index.js';
export { JsonRpcError } from '@mcp-gen/runtime';
