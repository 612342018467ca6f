import type { RequestId, RequestOutcome } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';

/** Maximum number of remembered calls. */
const MAX_CALLS = 1_000;

/** Remembers cancelled calls for which the server may still create tasks, and cancels those tasks when they arrive. */
export class LateTasks {
  readonly #calls = new Set<RequestId>();
  readonly #cancel: (taskId: string) => void;

  /** @param cancel cancels a task at the server */
  constructor(cancel: (taskId: string) => void) {
    this.#cancel = cancel;
  }

  /** Remembers a cancelled call. */
  expect(id: RequestId): void {
    const [oldest] = this.#calls;
    if (oldest !== undefined && this.#calls.size >= MAX_CALLS) this.#calls.delete(oldest);
    this.#calls.add(id);
  }

  /** Returns the callback for the late response to a request, if it is a remembered call. */
  take(id: RequestId): RequestOutcome | undefined {
    if (!this.#calls.delete(id)) return undefined;
    return {
      resolve: (result) => {
        // In 2025-11-25, the task is a property of the result.
        const { task = result } = result as { readonly task?: unknown };
        if (isObject(task) && typeof task['taskId'] === 'string') this.#cancel(task['taskId']);
      },
      reject: () => undefined,
    };
  }
}
