/** The messages between nodes: a relayed request, and its response in chunks. */

import { isObject, type AuthInfo } from '../codegen/v1.js';
import type { HttpHeaders } from '../http/shared/httpExchange.js';

/** A request, in the form that the receiving node has seen. */
export interface RelayedRequest {
  readonly method: string;
  /** The path and query. */
  readonly path: string;
  /** Headers by lower-case name, without credentials, which the receiving node has checked. */
  readonly headers: HttpHeaders;
  readonly secure: boolean;
  readonly address?: string | undefined;
  readonly auth?: AuthInfo | undefined;
  /** What middleware has added, as far as it is JSON-serializable. */
  readonly locals?: { readonly [name: string]: unknown } | undefined;
  readonly body?: string | undefined;
}

/** Messages to the node that has the session. */
export type ForwardFrame =
  | { readonly kind: 'request'; readonly relay: string; readonly request: RelayedRequest }
  /** The client has disconnected. */
  | { readonly kind: 'gone'; readonly relay: string }
  /** The client has received this number of characters. */
  | { readonly kind: 'taken'; readonly relay: string; readonly characters: number }
  /** Asks whether the request has arrived. Answered with `unknown` if not. */
  | { readonly kind: 'ask'; readonly relay: string };

/** Messages back. Chunks of a response are numbered from 1, so that a missing one is detected. */
export type AnswerFrame =
  | {
      readonly kind: 'respond';
      readonly relay: string;
      readonly at: number;
      readonly status: number;
      readonly headers: HttpHeaders;
      readonly body?: string | undefined;
    }
  | { readonly kind: 'stream'; readonly relay: string; readonly at: number; readonly headers: HttpHeaders }
  | { readonly kind: 'write'; readonly relay: string; readonly at: number; readonly text: string }
  | { readonly kind: 'end'; readonly relay: string; readonly at: number }
  | { readonly kind: 'destroy'; readonly relay: string; readonly at: number }
  /** The node does not have the session. */
  | { readonly kind: 'moved'; readonly relay: string }
  /** The node does not have the request. */
  | { readonly kind: 'unknown'; readonly relay: string };

export type Frame = ForwardFrame | AnswerFrame;

type Check = (value: unknown) => boolean;

const isString: Check = (value) => typeof value === 'string';
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isHeaders: Check = (value) => isObject(value) && Object.values(value).every(isString);
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/** The properties of each kind. */
const FRAMES: { readonly [kind in Frame['kind']]: { readonly [member: string]: Check } } = {
  request: { request: isRequest },
  gone: {},
  taken: { characters: isCount },
  ask: {},
  respond: { at: isCount, status: isStatus, headers: isHeaders, body: maybe(isString) },
  stream: { at: isCount, headers: isHeaders },
  write: { at: isCount, text: isString },
  end: { at: isCount },
  destroy: { at: isCount },
  moved: {},
  unknown: {},
};

/** Parses a message of another node. Returns undefined if it is invalid. */
export function readFrame(text: string): Frame | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || !isRelayId(value.relay) || typeof value.kind !== 'string') return undefined;
  if (!Object.hasOwn(FRAMES, value.kind)) return undefined;
  const checks = Object.entries(FRAMES[value.kind as Frame['kind']]);
  return checks.every(([member, check]) => check(value[member])) ? (value as unknown as Frame) : undefined;
}

function isRelayId(value: unknown): boolean {
  return typeof value === 'string' && /^[\w.-]{1,80}$/.test(value);
}

function isStatus(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 200 && (value as number) <= 599;
}

function isRequest(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { method, path, headers, secure, address, auth, locals, body } = value;
  return (
    ['GET', 'POST', 'DELETE'].includes(method as string) &&
    typeof path === 'string' &&
    path.startsWith('/') &&
    isHeaders(headers) &&
    typeof secure === 'boolean' &&
    maybe(isString)(address) &&
    (auth === undefined || (isObject(auth) && typeof auth.id === 'string')) &&
    maybe(isObject)(locals) &&
    maybe(isString)(body)
  );
}
