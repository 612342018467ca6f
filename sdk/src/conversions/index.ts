/**
 * Converts between the unified types and the negotiated revision: hub and spoke, never from one revision directly to another.
 *
 * @module
 */

import type { AuthorNotifications, AuthorRequests } from '@mcp-gen/protocol/author';
import { NotExpressibleError, type Context, type Facts, type Loss, type Subject } from './context.js';
import { MODULES, type RevisionId } from './modules.js';

export { NotExpressibleError, type Facts, type Loss } from './context.js';
export type { RevisionId } from './modules.js';

/** A method of any revision. */
export type Method = keyof AuthorRequests | keyof AuthorNotifications;

/** The part of a message exchange. */
export type Part = 'params' | 'result';

/** The result of a conversion. */
export interface Converted {
  /** The converted value; the same object if no change was needed. */
  readonly value: unknown;
  /** The parts that were dropped. */
  readonly losses: readonly Loss[];
}

/** The conversions between one revision and the unified types. */
export interface Converter {
  /** The revision. */
  readonly revision: RevisionId;
  /**
   * Converts a received value.
   *
   * @param value a value that the revision's validator has accepted
   * @returns the value in the unified types
   * @throws {NotExpressibleError} if it cannot be expressed in the unified types
   */
  toAuthor(method: Method, part: Part, value: unknown, facts: Facts): Converted;
  /**
   * Converts a value to send.
   *
   * @param value a value in the unified types
   * @returns a value that the revision's validator accepts, if the input has the right type
   * @throws {NotExpressibleError} if it cannot be expressed in the revision, or the revision does not have the method
   */
  toRevision(method: Method, part: Part, value: unknown, facts: Facts): Converted;
}

/**
 * Loads the conversions of one revision only.
 *
 * @example
 * ```ts
 * import { conversionsFor } from '@mcp-gen/sdk/conversions';
 *
 * const { toRevision } = await conversionsFor('2024-11-05');
 * const sound = { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' };
 * const facts = { protocolVersion: '2024-11-05', clientCapabilities: {} };
 * const { value, losses } = toRevision('tools/call', 'result', { content: [sound] }, facts);
 * console.log(value, losses);
 * ```
 */
export async function conversionsFor(revision: RevisionId): Promise<Converter> {
  const load = MODULES[revision];
  if (load === undefined)
    throw new TypeError(`Revision ${revision} is not in this bundle, since MCP_GEN_REVISION selects another one`);
  const { conversions, absent, differing, revision: own } = await load();
  const written: Table = { ...conversions.requests, ...conversions.notifications };
  const missing = differing.filter((method) => written[method] === undefined);
  const unwritten = missing.length === 0 ? {} : await (await import('./unwritten.js')).unwrittenFor(missing, own);
  const entries: Table = { ...written, ...unwritten };
  const convert = (direction: Direction, method: Method, part: Part, value: unknown, facts: Facts): Converted => {
    const conversion = entries[method]?.[part]?.[direction];
    if (conversion === undefined && !absent.includes(method)) return { value, losses: NONE };
    const context = new Conversion({ revision, method, part }, facts);
    if (conversion === undefined)
      throw context.notExpressible('', `a message ${method}`, 'it does not have the method');
    // The type of the value is checked where the conversions are declared.
    return { value: conversion(value as never, context), losses: context.losses };
  };
  return {
    revision,
    toAuthor: (method, part, value, facts) => convert('toAuthor', method, part, value, facts),
    toRevision: (method, part, value, facts) => convert('toRevision', method, part, value, facts),
  };
}

type Direction = 'toAuthor' | 'toRevision';
type Converting = (value: never, context: Context) => unknown;
type Table = {
  readonly [method: string]: { readonly [Key in Part]?: { readonly [Key in Direction]?: Converting } } | undefined;
};

const NONE: readonly Loss[] = [];

/** The context of one conversion. */
class Conversion implements Context {
  readonly facts: Facts;
  readonly #subject: Subject;
  #losses: Loss[] | undefined;

  constructor(subject: Subject, facts: Facts) {
    this.#subject = subject;
    this.facts = facts;
  }

  get losses(): readonly Loss[] {
    return this.#losses ?? NONE;
  }

  newId(): string {
    return this.facts.newId?.() ?? crypto.randomUUID();
  }

  lost(pointer: string, what: string): void {
    (this.#losses ??= []).push({ pointer, what });
  }

  notExpressible(pointer: string, what: string, why: string): NotExpressibleError {
    return new NotExpressibleError(this.#subject, pointer, what, why);
  }
}
