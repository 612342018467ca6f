import type { RequestId, RequestOutcome } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';

/** Calls that are remembered. */
const MOST_CALLS = 1_000;

/** Calls that were cancelled while the server may have made tasks of them: those are cancelled when they arrive. */
export class LateTasks {
  readonly #calls = new Set<RequestId>();
  readonly #cancel: (taskId: string) => void;

  /** @param cancel cancels a task at the server */
  constructor(cancel: (taskId: string) => void) {
    this.#cancel = cancel;
  }

  /** Expects an answer to a call that was cancelled. */
  expect(id: RequestId): void {
    for (const oldest of this.#calls) {
      if (this.#calls.size < MOST_CALLS) break;
      this.#calls.delete(oldest);
    }
    this.#calls.add(id);
  }

  /** Returns what takes the answer to a request that nobody waits for, if it is such a call. */
  take(id: RequestId): RequestOutcome | undefined {
    if (!this.#calls.delete(id)) return undefined;
    return {
      resolve: (result) => {
        // In 2025-11-25, a task is a member of the result.
        const { task = result } = result as { readonly task?: unknown };
        if (isObject(task) && typeof task['taskId'] === 'string') this.#cancel(task['taskId']);
      },
      reject: () => undefined,
    };
  }
}
