/**
 * The rules for names that hold in every output language. What one language cannot have as a name, its target reports
 * (`checkNames` of a target).
 */

import { camelCase } from '../words.js';

/** Returns whether a string can be the name of a declaration. */
export function isDeclarationName(name: string): boolean {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name);
}

/** Returns the name of the handlers of a message: `callTool` for `CallToolRequest`. */
export function handlerName(declaration: string): string {
  return camelCase(declaration.replace(/(Request|Notification)$/, ''));
}

/** Returns whether a string can be the name of handlers. */
export function isHandlerName(name: string): boolean {
  return /^[a-z]\w*$/.test(name);
}

/** Returns whether a value can be the name of a feature, an error, a header, or a key of `_meta`. */
export function isConstantName(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Za-z]\w*$/.test(value);
}
