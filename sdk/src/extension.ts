/**
 * Extensions of the protocol: messages, settings, middleware, and hooks, which programs register by name.
 *
 * @module
 */

export { defineExtension, type ExtensionDefinition, type ExtensionSides } from './extension/defineExtension.js';
export type {
  Extension,
  ExtensionDeclaration,
  ExtensionInProtocol,
  ExtensionMessages,
  ExtensionRequirements,
  ExtensionResult,
  ProtocolFeature,
} from './extension/declaration.js';
export type {
  ExtensionAnswer,
  ExtensionKey,
  ExtensionParams,
  ExtensionResultOf,
  ExtensionTypes,
  WithoutType,
} from './extension/key.js';
export type { SendThrough } from './server/context.js';
export type { ClientSide } from './client/clientSide.js';
export type { LaunchSettings } from './client/launchSettings.js';
export type { FetchWrapper } from './client/wrappedFetch.js';
export type {
  ExtensionInClient,
  ExtensionPeer,
  ExtensionQuestion,
  ExtensionQuestions,
} from './client/extensionPeer.js';
export type { ExtensionFilter, ExtensionStreamOptions } from './client/extensionStreams.js';
export type { ToolFacts } from './client/knownTools.js';
export type { ProtocolAnswers, ProtocolNext, ProtocolRequest } from './client/protocolAnswers.js';
export type { AllowedCall, ExtensionHost, ExtensionInHost, HostSide } from './host/hostSide.js';
export type { ServerSide } from './server/serverSide.js';
export type { ExtensionRoute, ExtensionRouteHandler, RouteServer } from './server/extensionRoutes.js';
export type { ExtensionClient, ExtensionOfClient, ServedConnection } from './server/extensionClient.js';
export type { ExtensionServer, FollowedByExtension, ListenHook, OwnContextOptions } from './server/extensionServer.js';
export type { ExtensionAskOptions, ExtensionToolOptions } from './extension/extensionOptions.js';
export type { SentQuestion, ServerQuestionHooks } from './server/questionHooks.js';
export type { ExtensionToolCall, ReturnedByTool, ServerToolHooks, ToolSettings } from './server/extensionTools.js';
