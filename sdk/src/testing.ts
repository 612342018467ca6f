/**
 * What servers and clients are tested with, in any test framework.
 *
 * @module
 */

export { inProcess, type InProcessOptions } from './testing/inProcess.js';
export {
  createMockServer,
  type MockAnswer,
  type MockServer,
  type MockServerOptions,
  type ReceivedMessage,
} from './testing/mockServer.js';
export { record, type RecordingOptions, type RecordOptions } from './testing/record.js';
export { replay, ReplayError, type ReplayTransport, type ReplayOptions } from './testing/replay.js';
export type { Replacements } from './testing/replacements.js';
export { testClient, type TestClientOptions } from './testing/testClient.js';
export type { Side } from './testing/tokens.js';
