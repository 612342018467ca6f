import type { LoggingLevel } from '@mcp-gen/protocol/author';
import type { Translator } from '../translator.js';
import type { RootsCache } from './rootsCache.js';
import type { Subscriptions } from './subscriptions.js';

/** What a server remembers of one client: until its session ends, or for one message without a session. */
export interface ClientState {
  readonly translator: Translator;
  /** Data of the application. */
  readonly data: Map<string, unknown>;
  /** The minimum level of log messages for the client. */
  logLevel: LoggingLevel;
  /** The resources whose updates the client is notified of. */
  readonly subscriptions: Subscriptions;
  readonly roots: RootsCache;
  /** Identifies the client among others. */
  readonly key: string;
  /** Writes changed data to the session record, if there is one. */
  readonly keep: () => void;
}
