/**
 * Clients of the Model Context Protocol, for servers of every revision.
 *
 * @module
 */

export { Client } from './client/client.js';
export type { ListOptions, RequiredUrlsOptions } from './client/callOptions.js';
export type { ClientMethod, ClientRequestParams, MethodAnswers } from './client/clientMethods.js';
export type { ServerNotificationMethod } from './registry.js';
export type {
  ResultSchema,
  SchemaRequestOptions,
  TableParams,
  TableRequestOptions,
  TableResult,
  ValidatingSchema,
} from './client/extensions.js';
export type { ClientMessage, ClientMiddleware, ClientNext } from './client/clientMiddleware.js';
export { clientTracing } from './client/clientTracing.js';
export { clientMetrics } from './client/clientMetrics.js';
export type { Meter, MetricAttributes } from './metrics/instruments.js';
export type { Span, TracePropagation, Tracer, TracingOptions } from './tracing/tracer.js';
export { connect } from './client/connect.js';
export type { ClientOptions, ListName } from './client/options.js';
export type {
  ClientAuth,
  ClientAuthRequest,
  CommandOptions,
  ReachOptions,
  Target,
  UrlOptions,
} from './client/target.js';
export type { ReconnectOptions } from './client/connection.js';
export type { ListedTool } from './client/listedTool.js';
export type { Listing } from './client/listing.js';
export type { Subscription } from './client/subscription.js';
export type { ToolResult } from './client/toolResult.js';
export type { AnswerContext, Answering } from './client/answering.js';
export type { ServerRequestMethod } from './registry.js';
export type { Awaitable } from './awaitable.js';
export type { Rate } from './client/rateLimits.js';
export { chooseModel, type Model } from './client/chooseModel.js';
export type {
  SamplingAnswer,
  SamplingContext,
  SamplingOptions,
  SamplingRequest,
  SamplingReview,
} from './client/sampling.js';
export type { ElicitationOptions, FormContent, FormContext, FormRequest } from './client/elicitation.js';
export type { InspectedUrl, UrlRequest } from './client/urlElicitations.js';
export type { NamedRoot, RootInput, RootsOptions } from './client/roots.js';
export {
  createCompleter,
  type Completer,
  type CompleterOptions,
  type CompletionSource,
  type KnownArguments,
  type Completion,
} from './client/completer.js';
export { NotExpressibleError } from './conversions/index.js';
export {
  ConnectionClosedError,
  ErrorCode,
  HttpStatusError,
  InvalidMessageError,
  JsonRpcError,
  Ledger,
  NegotiationError,
  OverBudgetError,
  RequestTimeoutError,
} from '@mcp-gen/runtime';
export { compileSchema } from './client/compileSchema.js';
export { SchemaError } from './schema/error.js';
export { parseCommandLine, type CommandLine } from './client/parseCommandLine.js';
export { plainLine, plainText, sanitize, type UntrustedText } from './guard/index.js';
export type { Clock } from './clock.js';
export type { LoggerLike } from './logger.js';
export { SUPPORTED_REVISIONS, type RevisionChoice, type SupportedRevision } from './revisions.js';
export type {
  AddedClientRequests,
  AddedServerNotifications,
  AddedServerRequests,
  UnifiedNotifications,
  UnifiedRequests,
} from './unified.js';
export type { Deprecation, DeprecationListener } from './deprecation.js';
export type { Loss } from './conversions/index.js';
export type { LossListener, LossyMessage } from './translator.js';
