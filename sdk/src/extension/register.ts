/** Checks the extensions of a program: all of them are registered, or none. */

import { checkOptions, describe } from '@mcp-gen/runtime/options';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { hasMessage } from '../registry.js';
import { isPartOf } from './declaredSettings.js';
import { CLIENT_SIDE, SERVER_SIDE, type Extension, type RegisteredExtension } from './declaration.js';
import { activeIn, fits, hasFeatures } from './extensionTables.js';
import { located } from './located.js';
import { tableOf } from './ownEntries.js';

/** Who registers extensions. */
export interface Registration {
  /** Names the program in errors: `the server`, `connect`. */
  readonly what: string;
  readonly side: 'server' | 'client';
  /** The revisions that the program supports. */
  readonly revisions: readonly string[];
}

/**
 * Checks the extensions of a program against each other, and against the protocol.
 *
 * @throws {TypeError} if one is invalid, or conflicts with another one, or needs what is missing. The message names both.
 */
export function checkExtensions(
  extensions: readonly unknown[],
  registration: Registration,
): readonly RegisteredExtension[] {
  const { what, side } = registration;
  const byId = new Map<string, RegisteredExtension>();
  const byMethod = new Map<string, string>();
  for (const given of extensions) {
    const extension = checkExtension(given, registration);
    const { id } = extension;
    if (byId.has(id)) throw new TypeError(`The extension ${id} is registered twice for ${what}`);
    byId.set(id, extension);
    checkHandlers(extension, side);
    for (const method of methodsOf(extension)) {
      const other = byMethod.get(method);
      if (other !== undefined) throw new TypeError(`The extensions ${other} and ${id} of ${what} both have ${method}`);
      byMethod.set(method, id);
    }
  }
  const all = [...byId.values()];
  for (const { id, declaration } of all) {
    const missing = declaration.requires?.extensions?.find((other) => !byId.has(other));
    if (missing === undefined) continue;
    throw new TypeError(`The extension ${id} of ${what} needs the extension ${missing}, which is not registered`);
  }
  for (const extension of all) checkRevisions(extension, all, registration);
  return all.map((extension) => located(extension, side));
}

const TABLES = { server: SERVER_SIDE, client: CLIENT_SIDE };

function checkExtension(given: unknown, { what, side }: Registration): RegisteredExtension {
  if (typeof given === 'function' && 'id' in given) {
    throw new TypeError(
      `Invalid extension ${String(given.id)} of ${what}: call its definition, with its options if it has any`,
    );
  }
  if (!isObject(given) || typeof given['id'] !== 'string' || !isObject(given['declaration'])) {
    throw new TypeError(
      `Invalid option "extensions" for ${what}: expected extensions of defineExtension, got ${describe(given)}`,
    );
  }
  const extension = given as unknown as Extension;
  const code = extension[side];
  const own = typeof code === 'function' ? code() : code;
  if (own === undefined)
    throw new TypeError(`The extension ${extension.id} has no code for a ${side}, and is registered for ${what}`);
  checkOptions(`the ${side} of the extension ${extension.id}`, own, TABLES[side]);
  return { ...extension, server: undefined, client: undefined, [side]: own };
}

function methodsOf(extension: Extension): readonly string[] {
  return (['server', 'client'] as const).flatMap((side) => {
    const { requests, notifications } = tableOf(extension, side);
    return [...Object.keys(requests), ...Object.keys(notifications)];
  });
}

/** @throws {TypeError} if a request has no handler, or a handler no message. */
function checkHandlers(extension: RegisteredExtension, side: 'server' | 'client'): void {
  const { id } = extension;
  const table = tableOf(extension, side);
  for (const kind of ['requests', 'notifications'] as const) {
    const handlers = (extension[side]?.[kind] ?? {}) as { readonly [method: string]: unknown };
    for (const [method, handler] of Object.entries(handlers)) {
      if (!Object.hasOwn(table[kind], method)) {
        const known = Object.keys(table[kind]).join(', ');
        throw new TypeError(
          `The ${side} of the extension ${id} handles ${method}, which is not one of its ${kind}: ${known === '' ? 'it has none' : known}`,
        );
      }
      if (handler !== undefined && typeof handler !== 'function') {
        throw new TypeError(
          `Invalid handler of ${method} of the extension ${id}: expected a function, got ${describe(handler)}`,
        );
      }
    }
    const unhandled = kind === 'requests' && Object.keys(table.requests).find((method) => !(method in handlers));
    if (typeof unhandled === 'string') {
      throw new TypeError(
        `The ${side} of the extension ${id} declares ${unhandled}, and does not answer it: add its handler to requests, or undefined`,
      );
    }
  }
}

/** @throws {TypeError} if no revision of the program has what the extension needs, or one has a method of the extension. */
function checkRevisions(extension: Extension, all: readonly Extension[], { what, revisions }: Registration): void {
  const { id, declaration } = extension;
  const fitting = revisions.filter((revision) => fits(declaration, revision));
  if (fitting.length === 0 && !revisions.some((revision) => hasFeatures(declaration, revision))) {
    const needed = declaration.requires?.features?.join(', ');
    throw new TypeError(`The extension ${id} needs ${needed}, which no revision of ${what} has`);
  }
  // It is for other revisions than those that the program has chosen, and inactive.
  if (fitting.length === 0) return;
  if (!fitting.some((revision) => activeIn(all, revision).includes(extension))) {
    throw new TypeError(
      `The extension ${id} of ${what} needs ${(declaration.requires?.extensions ?? []).join(', ')}, and no revision has what all of them need`,
    );
  }
  for (const method of methodsOf(extension)) {
    const revision = fitting.find((each) => hasMessage(method, each) && !isPartOf(declaration, each));
    if (revision !== undefined) {
      throw new TypeError(`The extension ${id} of ${what} has ${method}, which is a method of revision ${revision}`);
    }
  }
}
