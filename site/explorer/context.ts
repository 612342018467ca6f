/** What every view is given. */

import type { Index } from './data/format.js';
import type { State } from './state.js';
import type { Texts } from './text/index.js';

/** The surroundings of a view. */
export interface Context {
  readonly state: State;
  readonly index: Index;
  readonly text: Texts;
  /** Returns whether the view is still shown. What was loaded for another one is dropped. */
  readonly isCurrent: () => boolean;
  /** Shows another state, as a new entry of the browser's history. */
  readonly go: (state: State) => void;
  /** Makes the link address another state of this view, soon and without rendering it again. */
  readonly note: (state: State) => void;
}

/** Makes the content of a view. */
export type ViewFunction = (context: Context) => Promise<readonly Node[]>;
