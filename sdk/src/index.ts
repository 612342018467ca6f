/**
 * Servers of the Model Context Protocol, for clients of every revision.
 *
 * @module
 */

export { Server } from './server/server.js';
export type { CacheOptions } from './server/caching.js';
export type { FeatureName, ServeOptions, ServerLimits, ServerOptions } from './server/serverOptions.js';
export {
  AskError,
  HandlerError,
  NotFoundError,
  OutsideRootsError,
  ToolError,
  UrlElicitationRequiredError,
} from './server/errors.js';
export type { ErrorDetail } from './server/failures.js';
export type { ConnectedClient } from './server/connectedClient.js';
export type { AskOptions } from './server/asking.js';
export { Context, type Ask } from './server/context.js';
export type { ClientRoots } from './server/clientRoots.js';
export { form, request, roots, sample, url } from './server/questions.js';
export type {
  Accepted,
  AskedClient,
  Elicited,
  FormQuestion,
  NotAccepted,
  Question,
  Sampled,
  SampleRequest,
} from './server/questions.js';
export { type AsTaskOptions, type TaskInfo, TaskReturn } from './server/handlerTask.js';
export type { UrlQuestion, UrlElicitation } from './server/urlElicitation.js';
export { tracing } from './server/tracing.js';
export { metrics } from './server/metrics.js';
export type { Meter, MetricAttributes } from './metrics/instruments.js';
export type { Span, TracePropagation, Tracer, TracingOptions } from './tracing/tracer.js';
export type { Registration, Updatable } from './server/catalog.js';
export type { ArgumentCompleter, PartialCompletion, ArgumentCompletion } from './server/argumentCompleter.js';
export type {
  MethodHandler,
  MethodOptions,
  MethodParams,
  MethodReturn,
  RequestTable,
  TableHandlers,
} from './server/customMethods.js';
export type { Access, EntryOptions } from './server/entryOptions.js';
export {
  MemoryChangeBus,
  type Change,
  type ChangeBus,
  type ListChanged,
  type MemoryChangeBusOptions,
  type Unsubscribe,
} from './server/changes.js';
export type { Limit, RateLimits } from './server/limits.js';
export type { LogFunction, Logger } from './server/logging.js';
export type {
  HandlerResult,
  ProtocolMethodHandler,
  ProtocolMethodOptions,
  ProtocolNotificationOptions,
  ProtocolNotificationHandler,
} from './server/protocolMethods.js';
export type { ClientNotificationMethod, ClientRequestMethod, ListRequest, ServerRequestMethod } from './registry.js';
export type { Middleware, Next, ServerMessage } from './server/middleware.js';
export type { OutputOptions } from './server/output.js';
export type {
  ArgumentOptions,
  PromptArguments,
  PromptHandler,
  PromptOptions,
  PromptRegistration,
} from './server/prompts.js';
export type { ListedResource, ListedResources, ResourceLister, ResourceListReturn } from './server/resourceLister.js';
export type { ResourceContent, ResourceHandler, ResourceOptions } from './server/resourceEntry.js';
export type { ResourceRegistration, ResourceTemplateRegistration } from './server/resources.js';
export type { ResourceTemplateHandler, ResourceTemplateOptions, ResourceTemplateReturn } from './server/templates.js';
export type {
  ToolArguments,
  ToolFunction,
  ToolHandler,
  ToolOptions,
  ToolRegistration,
  Unwrapped,
  WrappedShape,
} from './server/tools.js';
export * from './content/index.js';
export {
  MemoryRateLimiter,
  OutputTooLargeError,
  redact,
  sanitize,
  type Admission,
  type RateLimiter,
  type RateLimitOptions,
  type RedactOptions,
  type SizeLimit,
} from './guard/index.js';
export {
  SchemaError,
  type InferInput,
  type InferOutput,
  type JsonSchema,
  type Schema,
  type StandardFailure,
  type StandardIssue,
  type StandardJsonSchema,
  type StandardPathSegment,
  type StandardProps,
  type StandardResult,
  type StandardSchema,
  type StandardSuccess,
  type StandardTypes,
} from './schema/index.js';
export { UriError, type AllowedValue, type TemplateVariables, type Uri } from './uri/index.js';
export { NotExpressibleError } from './conversions/index.js';
export type { LoggerLike } from './logger.js';
export type { RevisionChoice, SupportedRevision } from './revisions.js';
export type {
  AddedMessages,
  AddedClientNotifications,
  AddedClientRequests,
  AddedServerNotifications,
  AddedServerRequests,
  DefinedEntry,
  DefinedMethods,
  DefinedTables,
  UnifiedNotifications,
  UnifiedRequests,
} from './unified.js';
export type { LossListener, LossyMessage } from './translator.js';
export {
  ErrorCode,
  JsonRpcError,
  Ledger,
  OverBudgetError,
  type AuthInfo,
  type BudgetOptions,
  type HttpInfo,
  type LedgerOptions,
  type RequestStateOptions,
  type UsedStates,
} from '@mcp-gen/runtime';
export type { Deprecation, DeprecationListener } from './deprecation.js';
