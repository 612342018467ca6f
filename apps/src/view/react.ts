/**
 * The page of an app, for React.
 *
 * @module
 */

import type { McpUiHostContext } from '@mcp-gen/protocol/extensions/apps';
import type { Implementation } from '@mcp-gen/protocol/2025-11-25';
import { useSyncExternalStore } from 'react';
import { connectView, type ConnectViewOptions, type ToolInput, type View, type ViewToolResult } from '../view.js';

/** A view, and what its host has told it so far. */
export interface ViewState {
  /** The connected view. Undefined until then. */
  readonly view?: View;
  /** Why it could not be connected. */
  readonly error?: unknown;
  /** The arguments of the tool call, as far as the model has written them: they may change, and end anywhere. */
  readonly partialInput?: ToolInput;
  /** The arguments of the tool call. */
  readonly input?: ToolInput;
  /** The result of the tool call. */
  readonly result?: ViewToolResult;
  /** The tool call was cancelled: there will be no result. */
  readonly cancelled?: {
    /** What the host says about it. */
    readonly reason?: string | undefined;
  };
  /** What the host has told about itself. */
  readonly context?: McpUiHostContext;
}

const NOTHING: ViewState = {};

/**
 * The connection of a window with its host, which all components share: a host expects one view in a frame. It is opened for the first
 * component, and closed after the last one.
 */
class SharedView {
  readonly #app: Implementation;
  readonly #options: ConnectViewOptions;
  readonly #listeners = new Set<() => void>();
  #state = NOTHING;
  #isConnecting = false;

  constructor(app: Implementation, options: ConnectViewOptions) {
    this.#app = app;
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#state.view === undefined && !this.#isConnecting) void this.#connect();
    return () => {
      this.#listeners.delete(listener);
      // React mounts components twice in StrictMode, and may replace the last one.
      queueMicrotask(() => this.#closeUnused());
    };
  };

  readonly state = (): ViewState => this.#state;

  async #connect(): Promise<void> {
    this.#isConnecting = true;
    this.#state = NOTHING;
    try {
      const view = await connectView(this.#app, this.#options);
      this.#set({ view });
      view.onContext((context) => this.#set({ context }));
      view.onPartialInput((partialInput) => this.#set({ partialInput }));
      view.onInput((input) => this.#set({ input }));
      view.onResult((result) => this.#set({ result }));
      view.onCancelled((reason) => this.#set({ cancelled: { reason } }));
    } catch (error) {
      this.#set({ error });
    }
    this.#isConnecting = false;
    this.#closeUnused();
  }

  #set(part: ViewState): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }

  #closeUnused(): void {
    if (this.#listeners.size > 0 || this.#isConnecting) return;
    this.#state.view?.close();
    this.#state = NOTHING;
  }
}

/** By the port, or the window. */
const shared = new WeakMap<object, SharedView>();

/**
 * Connects the page with the host that shows it, and returns what the host has told so far. Components of one page share the connection:
 * it is opened with the name and the options of the first one, and closed when no component uses it any more.
 *
 * @param app the name and version of the app
 * @example
 * ```tsx
 * import { useView } from '@mcp-gen/apps/view/react';
 *
 * export function Chart() {
 *   const { view, error, result } = useView({ name: 'chart', version: '1.0.0' });
 *   if (error !== undefined) return <p>{String(error)}</p>;
 *   if (result === undefined) return <p>Waiting for the result</p>;
 *   return <button onClick={() => view?.sendMessage('Explain it')}>{JSON.stringify(result.structuredContent)}</button>;
 * }
 * ```
 */
export function useView(app: Implementation, options: ConnectViewOptions = {}): ViewState {
  const key = options.port ?? globalThis;
  let view = shared.get(key);
  if (view === undefined) shared.set(key, (view = new SharedView(app, options)));
  return useSyncExternalStore(view.subscribe, view.state, () => NOTHING);
}
