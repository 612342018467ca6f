/**
 * Hosts: applications that use many servers (specification: Architecture).
 *
 * @module
 */

export { Host } from './host/host.js';
export type {
  HostContext,
  HostElicitation,
  HostMethodAnswers,
  HostModel,
  HostOptions,
  HostReview,
  HostSampling,
} from './host/hostOptions.js';
export type {
  CallEvent,
  HostEvent,
  ListEvent,
  LogEvent,
  LoginEvent,
  NotificationEvent,
  ResultEvent,
  ServerEvent,
  StderrEvent,
  ToolsEvent,
} from './host/events.js';
export type { CommandServer, ServerConfig, ServerConfigs, ServerSettings, UrlServer } from './host/config.js';
export type { ToolFilterOptions } from './host/toolFilter.js';
export type { AuthorizedServer, HostAuth } from './host/credentials.js';
export { resolveServer, type ServerTarget } from './host/config.js';
export { readConfig } from './host/readConfig.js';
export { redactor } from './host/redactor.js';
export { addressText, consentText } from './host/serverTexts.js';
export { readLock } from './host/readLock.js';
export {
  contractDigest,
  contractOf,
  type Drift,
  promptContractOf,
  type Locked,
  type LockedServer,
  type LockFile,
  type PromptContract,
  type ResourceContract,
  type ServerContract,
  type ToolContract,
} from './host/lock.js';
export type { HostLock } from './host/contractLock.js';
export type {
  Consent,
  ConsentAnswer,
  ConsentQuestion,
  RequestQuestion,
  RootQuestion,
  SamplingQuestion,
  ToolQuestion,
} from './host/consent.js';
export type { AbbreviatedText } from './host/consentValue.js';
export type { Audit, AuditRecord, Outcome, ToolCall } from './host/audit.js';
export type { HostReconnectOptions, ServerState, ServerStatus } from './host/managedServer.js';
export {
  type CompletionTarget,
  type HostPrompt,
  type HostResource,
  type HostResourceTemplate,
  type HostTool,
  type Offered,
  offeredName,
  type PromptTarget,
  type ResourceTarget,
  type ResourceTemplateTarget,
  type Reviewable,
  type ServerResource,
} from './host/hostOffers.js';
export { ConfigError, ConsentDeniedError, NotOfferedError, ServerNotRunningError } from './host/hostErrors.js';
export {
  createCompleter,
  type Completer,
  type CompleterOptions,
  type CompletionSource,
  type KnownArguments,
  type Completion,
} from './client/completer.js';
export type { ClientMethod, ClientRequestParams, MethodAnswers } from './client/clientMethods.js';
export type { Answering } from './client/answering.js';
export type { ServerRequestMethod } from './registry.js';
export type { ToolResult } from './client/toolResult.js';
export type { FormContext, FormRequest } from './client/elicitation.js';
export type { SamplingAnswer, SamplingContext, SamplingRequest } from './client/sampling.js';
export type { Model } from './client/chooseModel.js';
export type { Subscription } from './client/subscription.js';
export { plainLine, plainText, redact, sanitize, type UntrustedText, type RedactOptions } from './guard/index.js';
export type { LoggerLike } from './logger.js';
export type { RevisionChoice, SupportedRevision } from './revisions.js';
export type { AddedClientRequests, AddedServerRequests, UnifiedNotifications, UnifiedRequests } from './unified.js';
export type { Deprecation } from './deprecation.js';
export type { Loss } from './conversions/index.js';
export type { LossyMessage } from './translator.js';
