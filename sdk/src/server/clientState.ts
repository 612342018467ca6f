import type { LoggingLevel } from '@mcp-gen/protocol/author';
import type { Translator } from '../translator.js';
import type { KeptRoots } from './keptRoots.js';
import type { Subscriptions } from './subscriptions.js';

/** The data that a server keeps of one client, for the duration of their conversation. */
export interface Conversation {
  readonly translator: Translator;
  /** Data of the application. */
  readonly data: Map<string, unknown>;
  /** The minimum level of log messages for the client. */
  logLevel: LoggingLevel;
  /** The resources whose updates the client is notified of. */
  readonly subscriptions: Subscriptions;
  readonly roots: KeptRoots;
  /** Identifies the conversation among others. */
  readonly key: string;
  /** Writes changed data to the session record, if there is one. */
  readonly keep: () => void;
}
