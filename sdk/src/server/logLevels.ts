import { clientStateOf } from './context.js';
import type { Feature } from './feature.js';

/** Handles `logging/setLevel`: keeps the minimum level of each client. */
export class LogLevels implements Feature {
  readonly advice = 'the server answers it itself';
  readonly capabilities = { logging: {} };
  readonly handlers: Feature['handlers'] = {
    'logging/setLevel': ({ level }, context) => {
      const clientState = clientStateOf(context);
      clientState.logLevel = level;
      clientState.keep();
      return {};
    },
  };
}
