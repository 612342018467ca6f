/** Commands to tasks of other processes that share the store. */

import { after, ErrorCode, JsonRpcError } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { EndSubscription, TaskChannel } from './store.js';
import { isError, type TaskError } from './taskRecord.js';

/** A command to a task. */
export type TaskCommand = { readonly taskId: string } & (
  | { readonly type: 'answer'; readonly answers: { readonly [key: string]: unknown }; readonly revision: string }
  | { readonly type: 'refuse'; readonly key: string; readonly error: TaskError }
  | { readonly type: 'cancel' }
);

/** Dependencies of {@link Commands}. */
export interface CommandsParts {
  /** Undefined: other processes cannot be reached. */
  readonly channel: TaskChannel | undefined;
  /** Executes a command. Returns undefined if this process does not run the task. */
  readonly execute: (command: TaskCommand) => Promise<void> | undefined;
  readonly report: (error: unknown) => void;
}

/** Milliseconds to wait for the process that runs a task. */
const TIMEOUT = 5_000;

/** Sends commands to the process that runs a task, and executes those for tasks of this process. */
export class Commands {
  readonly #parts: CommandsParts;
  /** Functions to call with the replies, by the id of the call. */
  readonly #calls = new Map<string, (error: TaskError | undefined) => void>();
  #subscription: Promise<EndSubscription> | undefined;

  constructor(parts: CommandsParts) {
    this.#parts = parts;
  }

  /** Starts receiving commands and replies, once. Failures are reported; the next call tries again. Never rejects. */
  async open(): Promise<void> {
    const { channel, report } = this.#parts;
    if (channel === undefined) return;
    const subscription = (this.#subscription ??= (async () => channel.subscribe(this.#receive))());
    try {
      await subscription;
    } catch (error) {
      if (this.#subscription !== subscription) return;
      this.#subscription = undefined;
      report(error);
    }
  }

  /**
   * Sends a command to the process that runs the task. Resolves when it has executed the command.
   *
   * @throws {JsonRpcError} if that process refuses the command, or cannot be reached.
   */
  async send(command: TaskCommand): Promise<void> {
    const { channel } = this.#parts;
    if (channel === undefined) throw unreachable('the task store has no channel to it');
    await this.open();
    if (this.#subscription === undefined) throw unreachable('the channel of the task store failed');
    const call = crypto.randomUUID();
    try {
      await new Promise<void>((resolve, reject) => {
        const stop = after(TIMEOUT, () => reject(unreachable('it did not reply')));
        this.#calls.set(call, (error) => {
          stop();
          if (error === undefined) resolve();
          else reject(new JsonRpcError(error.code, error.message, error.data));
        });
        this.#publish({ type: 'command', call, command }).catch((error: unknown) => {
          stop();
          this.#parts.report(error);
          reject(unreachable('the channel of the task store failed'));
        });
      });
    } finally {
      this.#calls.delete(call);
    }
  }

  /** Stops receiving, until it is opened again. Never rejects. */
  async close(): Promise<void> {
    const subscription = this.#subscription;
    this.#subscription = undefined;
    for (const reply of this.#calls.values()) reply(unreachable('the server is closing'));
    try {
      await (
        await subscription
      )?.();
    } catch (error) {
      this.#parts.report(error);
    }
  }

  readonly #receive = (message: unknown): void => {
    if (!isObject(message) || typeof message.call !== 'string') return;
    const { type, call, command, error } = message;
    if (type === 'reply') this.#calls.get(call)?.(isError(error) ? error : undefined);
    else if (type === 'command' && isCommand(command)) void this.#execute(call, command);
  };

  /** Never rejects. */
  async #execute(call: string, command: TaskCommand): Promise<void> {
    const { execute, report } = this.#parts;
    try {
      const executing = execute(command);
      if (executing === undefined) return;
      const error = await executing.then(() => undefined, errorOf);
      await this.#publish({ type: 'reply', call, ...(error !== undefined && { error }) });
    } catch (error) {
      report(error);
    }
  }

  async #publish(message: object): Promise<void> {
    await this.#parts.channel?.publish(message);
  }
}

/** Returns the form in which an error is sent to another process. */
export function errorOf(error: unknown): TaskError {
  if (!(error instanceof JsonRpcError)) return { code: ErrorCode.InternalError, message: 'Internal error' };
  const { code, message, data } = error;
  return { code, message, ...(data !== undefined && { data }) };
}

function isCommand(value: unknown): value is TaskCommand {
  if (!isObject(value) || typeof value.taskId !== 'string') return false;
  switch (value.type) {
    case 'answer':
      return isObject(value.answers) && typeof value.revision === 'string';
    case 'refuse':
      return typeof value.key === 'string' && isError(value.error);
    default:
      return value.type === 'cancel';
  }
}

function unreachable(why: string): JsonRpcError {
  return new JsonRpcError(
    ErrorCode.InternalError,
    `The process that runs the task cannot be reached: ${why}. Try again, or route requests by the header Mcp-Name`,
  );
}
