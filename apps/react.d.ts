/** What the hook uses of React, so that its types need not be installed to build it. */

declare module 'react' {
  /** Returns the state of a store, and renders the component again when it changes. */
  export function useSyncExternalStore<State>(
    subscribe: (changed: () => void) => () => void,
    state: () => State,
    serverState?: () => State,
  ): State;
}
