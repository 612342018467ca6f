/** Tasks, as stores keep them. */

import type { TaskStatus } from '@mcp-gen/protocol/author';
import { isObject } from '@mcp-gen/runtime/codegen/v1';

/** One task, as a store keeps it: plain data, which has a JSON form. */
export interface TaskRecord {
  /** The id of the task, which nobody can guess. */
  readonly id: string;
  /** Who may read, answer, and cancel it: the id of the authenticated caller; null where callers are not authenticated. */
  readonly owner: string | null;
  /**
   * The client that the caller used, if its credentials name one (`auth.clientId`). Another client of the same user may have fewer scopes, and
   * has no access to the task.
   */
  readonly clientId?: string;
  /** The tool that was called. */
  readonly tool: string;
  /** How far it is. */
  readonly status: TaskStatus;
  /** A line for people about the status. */
  readonly statusMessage?: string;
  /** When it was created, in milliseconds since 1970. */
  readonly createdAt: number;
  /** When it changed last, in milliseconds since 1970. */
  readonly updatedAt: number;
  /** Milliseconds after its creation at which it is dropped; null for never. */
  readonly ttl: number | null;
  /** Milliseconds that clients should let pass between two polls. */
  readonly pollInterval: number;
  /** Until when, in milliseconds since 1970, the process that runs it guarantees that it does. Without meaning in a final status. */
  readonly aliveUntil: number;
  /** The questions that it waits for, by their keys. Only while the status is `input_required`. */
  readonly questions?: { readonly [key: string]: TaskQuestion };
  /** What the tool returned. Only with the status `completed`. */
  readonly result?: object;
  /** The JSON-RPC error that it ended with. Only with the status `failed`. */
  readonly error?: TaskError;
  /** What the next process runs it again from. Only of tools that are resumable, until the task has ended. */
  readonly resumption?: TaskResumption;
}

/** What a task is run again from when its process has gone. */
export interface TaskResumption {
  /** The revision of the request that it came from. */
  readonly revision: string;
  /** The client: its program, and the capabilities it declared. */
  readonly client: {
    /** The name of its program. */
    readonly name: string;
    /** The version of its program. */
    readonly version: string;
    /** What it declared. */
    readonly capabilities: object;
  };
  /** The arguments of the call, as they came. */
  readonly arguments: object;
  /** What the handler has saved last. Left out: nothing yet. */
  readonly checkpoint?: unknown;
  /** Answers of the client, and values of `once`, by their keys. */
  readonly known?: { readonly [key: string]: unknown };
  /** How often the handler was started since it saved something last. */
  readonly runs: number;
}

/** What a task asks its client for. */
export interface TaskQuestion {
  /** The method of the question: `elicitation/create`. */
  readonly method: string;
  /** Its params, as the revision of the task has them. */
  readonly params?: unknown;
}

/** The JSON-RPC error that a task ended with. */
export interface TaskError {
  /** Its code. */
  readonly code: number;
  /** What went wrong. */
  readonly message: string;
  /** What else is known. */
  readonly data?: unknown;
}

/** The error of a task that no process runs any longer. */
export const ABANDONED: TaskError = { code: -32603, message: 'The server stopped while it ran the task' };

/** The error of a task whose result is more than its caller, or the store, may keep. */
export const NOT_STORED: TaskError = { code: -32603, message: 'The result of the task could not be stored' };

const STATUSES: ReadonlySet<unknown> = new Set<TaskStatus>([
  'working',
  'input_required',
  'completed',
  'failed',
  'cancelled',
]);

/** Returns whether nothing changes a task any longer. */
export function isFinal(status: TaskStatus): boolean {
  return status !== 'working' && status !== 'input_required';
}

/** Returns whether a task is to be dropped. */
export function isExpired({ createdAt, ttl }: Pick<TaskRecord, 'createdAt' | 'ttl'>, now: number): boolean {
  return ttl !== null && now >= createdAt + ttl;
}

/**
 * Returns whether a value is the record of a task: what comes from a store may have been changed there, or be of another program.
 *
 * @param id the task that was asked for
 */
export function isRecord(value: unknown, id: string): value is TaskRecord {
  if (!isObject(value)) return false;
  const { owner, clientId, tool, status, statusMessage, createdAt, updatedAt, ttl, pollInterval, aliveUntil } = value;
  return (
    value.id === id &&
    (owner === null || typeof owner === 'string') &&
    (clientId === undefined || typeof clientId === 'string') &&
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

/** A status comes with what it brings, and with nothing else. */
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
  const { revision, client, known, runs } = value;
  return (
    typeof revision === 'string' &&
    isObject(client) &&
    typeof client.name === 'string' &&
    typeof client.version === 'string' &&
    isObject(client.capabilities) &&
    isObject(value.arguments) &&
    (known === undefined || isObject(known)) &&
    Number.isSafeInteger(runs)
  );
}

function isQuestion(value: unknown): boolean {
  return isObject(value) && typeof value.method === 'string';
}

function isError(value: unknown): boolean {
  return isObject(value) && Number.isInteger(value.code) && typeof value.message === 'string';
}

/** What a date can be made of. */
function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= 8.64e15;
}
