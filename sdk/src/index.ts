/** Servers of the Model Context Protocol, for clients of every revision. */

export { Server, type FeatureName, type ServeOptions, type ServerOptions } from './server/server.js';
export { AskError, NotFoundError, OutsideRootsError, ToolError, UrlElicitationRequiredError } from './server/errors.js';
export { Context } from './server/context.js';
export type { ClientRoots } from './server/clientRoots.js';
export { form, roots, sample, url } from './server/questions.js';
export type { Elicited, FormQuestion, Question, Sampled, SampleRequest } from './server/questions.js';
export type { UrlQuestion, Visit } from './server/visit.js';
export { tracing, type Span, type Tracer } from './server/tracing.js';
export type { Access } from './server/access.js';
export type { Registration } from './server/catalog.js';
export type { Completer, Suggestions } from './server/completer.js';
export type { LimitOptions } from './server/limits.js';
export type { LogFunction, Logger } from './server/logging.js';
export type { Middleware, Next, ServerRequest } from './server/middleware.js';
export type { OutputOptions } from './server/output.js';
export type { ArgumentOptions, PromptArguments, PromptHandler, PromptOptions } from './server/prompts.js';
export type { ResourceHandler, ResourceOptions } from './server/resources.js';
export type { TemplateHandler, TemplateOptions, TemplateReturn } from './server/templates.js';
export type { ToolHandler, ToolOptions } from './server/tools.js';
export * from './content/index.js';
export type { RateLimitOptions, SizeLimit } from './guard/index.js';
export { SchemaError, type InferInput, type InferOutput, type JsonSchema, type Schema } from './schema/index.js';
export type { Uri } from './uri/index.js';
export { CannotSay } from './conversions/index.js';
export type { SpokenRevision } from './revisions.js';
export { ErrorCode, JsonRpcError, type Identity } from '@mcp-gen/runtime';
