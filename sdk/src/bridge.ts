/**
 * Bridges between revisions: a client of any revision uses a server of any other.
 *
 * @module
 */

export {
  bridge,
  type BridgeLimits,
  type BridgeOptions,
  type BridgeService,
  type BridgeTimeouts,
} from './bridge/bridge.js';
export { runBridge, type BridgeProgram } from './bridge/commandLine.js';
export {
  LOGIN_FLAGS,
  loginTo,
  type LoadLogin,
  type LoginClient,
  type LoginContext,
  type LoginFlag,
  type LoginModule,
  type LoginSettings,
} from './bridge/loginFlags.js';
export type { CommandOptions, ReachOptions, Target, UrlOptions } from './client/target.js';
export type { LossListener, LossyMessage } from './translator.js';
export type { RevisionChoice, SupportedRevision } from './revisions.js';
