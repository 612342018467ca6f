/** What servers need of this package, and what both sides do. */

export {
  defineServer,
  type DefinitionOptions,
  type OpeningSession,
  type RestoredSession,
  type RunningServer,
  serve,
  serveDefined,
  type ServeTransportOptions,
} from './session/serve.js';
export type { Session } from './session/session.js';
export type { Definition, LazyRevision, RevisionSource } from './session/definition.js';
export {
  Account,
  busyWith,
  Holding,
  Ledger,
  LimitError,
  networksOf,
  OverBudgetError,
  processLedger,
  reasonFor,
  Scope,
  Shares,
  weigh,
  type BudgetOptions,
  type LedgerOptions,
  type SharedLimit,
  type TurnKind,
} from './ledger/index.js';
export { acceptedCapabilities } from './session/capabilities.js';
export type {
  CacheHint,
  Implementation,
  InvalidCapabilityHandler,
  OfferOptions,
  SideOptions,
} from './session/prepare.js';
export { missingCapability, ProtocolErrorCode } from './stateless/statelessErrors.js';
export { MetaKey } from './stateless/metadata.js';
export { canonicalJson } from './stateless/requestState.js';
export { LONG_TEXT } from './codec/json.js';
export { addDefinition, definitionOf, holds } from './definedRevisions.js';
export type { RevisionRange } from './revisionRange.js';
export type { Rehearsal } from './stateless/rehearsal.js';
export type { RequestStateOptions, UsedStates } from './stateless/stateSealer.js';
export type { PingOptions } from './peer/ping.js';
export { answerLater, type LaterAnswer } from './peer/answerLater.js';
export type { OthersRequests } from './peer/outgoing.js';
export type { RequestOutcome } from './peer/pendingRequest.js';
export type { ClientLines, PeerLimits, PeerOptions } from './peer/peer.js';
export {
  declares,
  requireCapability,
  type Capabilities,
  type Handler,
  type Lookup,
  type NotificationMethod,
  type Profile,
  type QuestionMethod,
  type RequestMethod,
  type RequestMethods,
  type ResultConversion,
  type UnknownNotificationHandler,
  type UnknownRequestHandler,
} from './peer/profile.js';
export type { Side } from './session/handlers.js';
export type {
  Caller,
  AuthInfo,
  Era,
  HandlerContext,
  HttpInfo,
  Issue,
  NotificationEntry,
  PeerInfo,
  Progress,
  Quota,
  RequestEntry,
  RequestOptions,
  LedgerResource,
  Revision,
  SessionHandle,
} from './codegen/v1.js';
export type { Classified, ClassifiedAs, InvalidMessage } from './jsonrpc/classify.js';
export { ErrorCode, JsonRpcError } from './jsonrpc/jsonRpcError.js';
export {
  brandError,
  ConnectionClosedError,
  HttpStatusError,
  InvalidMessageError,
  NegotiationError,
  RequestCancelledError,
  RequestTimeoutError,
  type CloseReason,
} from './errors.js';
export { callerName, networkOf } from './http/server/caller.js';
export { lazy } from './lazy.js';
export { builtin } from './platform.js';
export { printable } from './printable.js';
export { RateLimit } from './peer/rateLimit.js';
export { reportToStderr, safeListener, type ErrorListener } from './report.js';
export { backoff, Retries, retryAfterOf, type RetryOptions } from './retries.js';
export {
  after,
  deadline,
  every,
  nextTurn,
  orInfinity,
  pause,
  settlesWithin,
  within,
  type Stop,
  type TimerOptions,
} from './timers.js';
export type { LineChannel, MessageInfo, Receiver, SendOptions, Transport } from './transports/transport.js';
export type {
  AnswerMessage,
  ErrorMessage,
  ErrorObject,
  Message,
  NotificationMessage,
  RequestId,
  RequestMessage,
  ResultMessage,
} from './jsonrpc/messages.js';
