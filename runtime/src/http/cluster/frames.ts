/** The messages between nodes: a request that is relayed, and its answer, piece by piece. */

import { isObject, type AuthInfo } from '../../codegen/v1.js';
import type { HttpHeaders } from '../exchange.js';

/** A request, as the node that took it saw it. */
export interface RelayedRequest {
  readonly method: string;
  /** What follows the host. */
  readonly path: string;
  /** By names in lower case, without credentials: those were checked by the node that took the request. */
  readonly headers: HttpHeaders;
  readonly secure: boolean;
  readonly address?: string | undefined;
  readonly auth?: AuthInfo | undefined;
  readonly body?: string | undefined;
}

/** What goes to the node that has the session. */
export type ForwardFrame =
  | { readonly kind: 'request'; readonly relay: string; readonly request: RelayedRequest }
  /** The client is gone. */
  | { readonly kind: 'gone'; readonly relay: string }
  /** The client has taken so many characters. */
  | { readonly kind: 'taken'; readonly relay: string; readonly characters: number }
  /** Has the request arrived? It is answered with `unknown` if it has not. */
  | { readonly kind: 'ask'; readonly relay: string };

/** What comes back. Pieces of an answer are numbered from 1: a missing one is noticed. */
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

/** The members of each kind. */
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

/** Returns a message of another node, or undefined if no node can have sent it. */
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
  const { method, path, headers, secure, address, auth, body } = value;
  return (
    ['GET', 'POST', 'DELETE'].includes(method as string) &&
    typeof path === 'string' &&
    path.startsWith('/') &&
    isHeaders(headers) &&
    typeof secure === 'boolean' &&
    maybe(isString)(address) &&
    (auth === undefined || (isObject(auth) && typeof auth.id === 'string')) &&
    maybe(isString)(body)
  );
}
