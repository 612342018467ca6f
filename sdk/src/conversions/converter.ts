/** The converter of a revision, and the table of its conversions. */

import type { AuthorNotifications, AuthorRequests } from '@mcp-gen/protocol/author';
import type { Revision } from '@mcp-gen/runtime';
import { factsOf, hasMessage } from '../registry.js';
import { NotExpressibleError, type Context, type Facts, type Loss, type Subject } from './conversionContext.js';
import { MODULES, type RevisionId } from './modules.js';

/** A method of any revision. */
export type Method = keyof AuthorRequests | keyof AuthorNotifications;

/** The part of a message exchange. */
export type MessagePart = 'params' | 'result';

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
  readonly revision: string;
  /**
   * Converts a received value.
   *
   * @param value a value that the revision's validator has accepted
   * @returns the value in the unified types
   * @throws {NotExpressibleError} if it cannot be expressed in the unified types
   */
  toAuthor(method: Method, part: MessagePart, value: unknown, facts: Facts): Converted;
  /**
   * Converts a value to send.
   *
   * @param value a value in the unified types
   * @returns a value that the revision's validator accepts, if the input has the right type
   * @throws {NotExpressibleError} if it cannot be expressed in the revision, or the revision does not have the method
   */
  toRevision(method: Method, part: MessagePart, value: unknown, facts: Facts): Converted;
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
  const { table } = await conversionTableOf(revision);
  return converterOf(revision, table);
}

/** Returns the conversions of a revision of this package, and its tables. */
export async function conversionTableOf(
  revision: RevisionId,
): Promise<{ readonly table: ConversionTable; readonly revision: Revision }> {
  const load = MODULES[revision];
  if (load === undefined)
    throw new TypeError(`Revision ${revision} is not in this bundle, since MCP_GEN_REVISION selects another one`);
  const { conversions, differing, revision: own } = await load();
  const table = await completed({ ...conversions.requests, ...conversions.notifications }, differing, own);
  return { table, revision: own };
}

/** Returns the converter of a revision. Messages of the revision that are not in the table are the same in the unified types. */
export function converterOf(revision: string, table: ConversionTable): Converter {
  const convert = (
    direction: Direction,
    method: Method,
    part: MessagePart,
    value: unknown,
    facts: Facts,
  ): Converted => {
    const conversion = table[method]?.[part]?.[direction];
    if (conversion === undefined && (factsOf(method) === undefined || hasMessage(method, revision)))
      return { value, losses: NONE };
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
/** Converts one part of a message in one direction. */
export type Converting = (value: never, context: Context) => unknown;

/** The conversions of a revision, by method. */
export type ConversionTable = {
  readonly [method: string]:
    | { readonly [Key in MessagePart]?: { readonly [Key in Direction]?: Converting } }
    | undefined;
};

const NONE: readonly Loss[] = [];

const PARTS = ['params', 'result'] as const;
const DIRECTIONS = ['toAuthor', 'toRevision'] as const;

/** Returns the written conversions, and the default ones of the parts that differ. */
async function completed(
  written: ConversionTable,
  differing: { readonly [method: string]: number },
  revision: Revision,
): Promise<ConversionTable> {
  const missing = Object.entries(differing).flatMap(([method, sum]) =>
    PARTS.flatMap((part, row) =>
      DIRECTIONS.flatMap((direction, column) => {
        const isMissing = written[method]?.[part]?.[direction] === undefined;
        return isMissing && (sum & (1 << (2 * row + column))) !== 0 ? [{ method, part, direction }] : [];
      }),
    ),
  );
  if (missing.length === 0) return written;
  const { defaultConversionsFor } = await import('./defaultConversions.js');
  const defaults: ConversionTable = await defaultConversionsFor(
    [...new Set(missing.map(({ method }) => method))],
    revision,
  );
  return missing.reduce((table, { method, part, direction }) => {
    const parts = table[method];
    const conversion = defaults[method]?.[part]?.[direction];
    return { ...table, [method]: { ...parts, [part]: { ...parts?.[part], [direction]: conversion } } };
  }, written);
}

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
