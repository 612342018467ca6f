/** Tasks in the form that stores keep. */

import { ErrorCode } from '@mcp-gen/runtime';
import type { TaskStatus } from '@mcp-gen/protocol/author';
import { isObject } from '@mcp-gen/runtime/codegen/v1';

/** The record of one task: plain, JSON-serializable data. */
export interface TaskRecord {
  /** The id of the task. It is random, so that it cannot be guessed. */
  readonly id: string;
  /** The owner, who may read, answer, and cancel the task: the id of the authenticated caller; null without authentication. */
  readonly owner: string | null;
  /**
   * The client of the owner, if its credentials name one (`auth.clientId`). Another client of the same user may have fewer scopes, and has
   * no access to the task.
   */
  readonly clientId?: string;
  /**
   * The caller that the task counts for in limits that callers share: `caller ada`, or without authentication `address 192.0.2.1`.
   * Undefined for a task of an earlier version: its owner.
   */
  readonly caller?: string;
  /** The tool that was called. */
  readonly tool: string;
  /** Its status. */
  readonly status: TaskStatus;
  /** A status message for users. */
  readonly statusMessage?: string;
  /** The time of creation, in milliseconds since 1970. */
  readonly createdAt: number;
  /** The time of the last change, in milliseconds since 1970. */
  readonly updatedAt: number;
  /** Time to live: milliseconds after its creation at which it is dropped; null for never. */
  readonly ttl: number | null;
  /** Suggested milliseconds between two polls of clients. */
  readonly pollInterval: number;
  /** The end of the lease of the process that runs it, in milliseconds since 1970. Meaningless in a final status. */
  readonly aliveUntil: number;
  /** The open questions by key. Only with the status `input_required`. */
  readonly questions?: { readonly [key: string]: TaskQuestion };
  /** The result of the tool. Only with the status `completed`. */
  readonly result?: object;
  /** The JSON-RPC error of the task. Only with the status `failed`. */
  readonly error?: TaskError;
  /** The data that another process needs to resume the task. Only for resumable tools, until the task has ended. */
  readonly resumption?: TaskResumption;
}

/** The data that a process needs to resume a task of a process that has ended. */
export interface TaskResumption {
  /** The revision of the original request. */
  readonly revision: string;
  /** The client: name, version, and declared capabilities. */
  readonly client: {
    /** The name of the client. */
    readonly name: string;
    /** The version of the client. */
    readonly version: string;
    /** The declared capabilities. */
    readonly capabilities: object;
  };
  /** The arguments of the call, unchanged. */
  readonly arguments: object;
  /** The last checkpoint of the handler. Undefined if there is none. */
  readonly checkpoint?: unknown;
  /** Answers of the client, and values of `once`, by key. */
  readonly answers?: { readonly [key: string]: unknown };
  /** How often the handler was started since the last checkpoint. */
  readonly runs: number;
}

/** A question of a task. */
export interface TaskQuestion {
  /** The method of the question: `elicitation/create`. */
  readonly method: string;
  /** Its params, in the revision of the task. */
  readonly params?: unknown;
}

/** The JSON-RPC error of a failed task. */
export interface TaskError {
  /** Its code. */
  readonly code: number;
  /** The message. */
  readonly message: string;
  /** Additional data. */
  readonly data?: unknown;
}

/** The error of a task whose process has ended. */
export const ABANDONED: TaskError = /* @__PURE__ */ failure('The server stopped while the task was running');

/** The error of a task whose result exceeds the limits of the caller or of the store. */
export const NOT_STORED: TaskError = /* @__PURE__ */ failure('The result of the task could not be stored');

function failure(message: string): TaskError {
  return { code: ErrorCode.InternalError, message };
}

const STATUSES: ReadonlySet<unknown> = new Set<TaskStatus>([
  'working',
  'input_required',
  'completed',
  'failed',
  'cancelled',
]);

/** Returns whether a status is final. */
export function isFinal(status: TaskStatus): boolean {
  return status !== 'working' && status !== 'input_required';
}

/** Returns whether a task has expired. */
export function isExpired({ createdAt, ttl }: Pick<TaskRecord, 'createdAt' | 'ttl'>, now: number): boolean {
  return ttl !== null && now >= createdAt + ttl;
}

/**
 * Returns whether a value from a store is a valid record of a task. Records may have been changed in the store, or written by another
 * program.
 *
 * @param id the id of the requested task
 */
export function isRecord(value: unknown, id: string): value is TaskRecord {
  if (!isObject(value)) return false;
  const { owner, clientId, caller, tool, status, statusMessage, createdAt, updatedAt, ttl, pollInterval, aliveUntil } =
    value;
  return (
    value.id === id &&
    (owner === null || typeof owner === 'string') &&
    (clientId === undefined || typeof clientId === 'string') &&
    (caller === undefined || typeof caller === 'string') &&
    typeof tool === 'string' &&
    STATUSES.has(status) &&
    (statusMessage === undefined || typeof statusMessage === 'string') &&
    [createdAt, updatedAt, aliveUntil].every(isTime) &&
    (ttl === null || isTime(ttl)) &&
    isTime(pollInterval) &&
    pollInterval > 0 &&
    (value.resumption === undefined || (!isFinal(status as TaskStatus) && isResumption(value.resumption))) &&
    hasItsParts(status as TaskStatus, value)
  );
}

/** Returns whether a record has exactly the properties that its status requires. */
function hasItsParts(status: TaskStatus, { questions, result, error }: { readonly [name: string]: unknown }): boolean {
  const expected = {
    questions: status === 'input_required',
    result: status === 'completed',
    error: status === 'failed',
  };
  return (
    (expected.questions
      ? isObject(questions) && Object.values(questions).every(isQuestion)
      : questions === undefined) &&
    (expected.result ? isObject(result) : result === undefined) &&
    (expected.error ? isError(error) : error === undefined)
  );
}

function isResumption(value: unknown): value is TaskResumption {
  if (!isObject(value)) return false;
  const { revision, client, answers, runs } = value;
  return (
    typeof revision === 'string' &&
    isObject(client) &&
    typeof client.name === 'string' &&
    typeof client.version === 'string' &&
    isObject(client.capabilities) &&
    isObject(value.arguments) &&
    (answers === undefined || isObject(answers)) &&
    Number.isSafeInteger(runs)
  );
}

function isQuestion(value: unknown): boolean {
  return isObject(value) && typeof value.method === 'string';
}

/** Returns whether a value is the error of a failed task. */
export function isError(value: unknown): value is TaskError {
  return isObject(value) && Number.isInteger(value.code) && typeof value.message === 'string';
}

/** Returns whether a value is a valid time for `Date`. */
function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= 8.64e15;
}

/** A task that has not ended, of this process or of another one. */
export interface OngoingTask {
  /** The current record. */
  readonly record: TaskRecord;
  /** The open questions. */
  readonly questions: ReadonlyMap<string, { readonly question: TaskQuestion }>;
  /** Adds a listener for every change. Returns a function that removes it. */
  listen(listener: (record: TaskRecord) => void): () => void;
  /** Adds answers. Answers without an open question are ignored. Throws, or rejects, if they are not accepted. */
  answer(answers: readonly (readonly [key: string, answer: unknown])[]): void | Promise<void>;
  /** Rejects a question. */
  refuse(key: string, error: unknown): void | Promise<void>;
}
