import { conversationOf } from './context.js';
import type { Feature } from './feature.js';

/** Keeps the lowest level of log messages that each client wants. */
export class LogLevels implements Feature {
  readonly capabilities = { logging: {} };
  readonly handlers: Feature['handlers'] = {
    'logging/setLevel': ({ level }, context) => {
      const conversation = conversationOf(context);
      conversation.logLevel = level;
      conversation.keep();
      return {};
    },
  };
}
