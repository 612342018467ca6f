/**
 * Tools for tests of servers and clients, and contracts for authors of stores, in any test framework.
 *
 * @module
 */

export { changeBusContract, type ChangeBusSubject } from './testing/contracts/changeBus.js';
export { rateLimiterContract, type RateLimiterSubject } from './testing/contracts/rateLimiterContract.js';
export type { Clock } from './clock.js';
export { TestClock } from './testing/testClock.js';
export { taskStoreContract, type TaskStoreSubject } from './testing/contracts/taskStore.js';
export {
  eventStoreContract,
  sessionRouterContract,
  sessionStoreContract,
  usedStatesContract,
  type ContractCase,
  type Disposable,
  type EventStoreContractOptions,
  type EventStoreSubject,
  type SessionRouterSubject,
  type SessionStoreSubject,
  type StoreContractOptions,
  type UsedStatesSubject,
} from '@mcp-gen/runtime/testing';
export {
  createMockServer,
  type MockAnswer,
  type MockServer,
  type MockServerOptions,
  type ReceivedMessage,
} from './testing/mockServer.js';
export {
  checkMessage,
  type CheckMessageOptions,
  type ExplainedRevision,
  type MessageFinding,
  type MessageVerdict,
} from './testing/checkMessage.js';
export { record, type RecordingOptions, type RecordOptions } from './testing/record.js';
export { replay, ReplayError, type ReplayTransport, type ReplayOptions } from './testing/replay.js';
export { tap } from './testing/tap.js';
export type { Replacements } from './testing/recording.js';
export { inProcess, type InProcessOptions, testClient, type TestClientOptions } from './testing/testClient.js';
export type { Side } from './testing/tokens.js';
