/** Makes the names of generated code, and the references to them in other files of a revision. */

import { imported, memberOf, type Code } from '../../print/code.js';

/** Returns the name of a definition's guard: `isTool`. */
export function guardName(type: string): string {
  return `is${type}`;
}

/** Returns the name of a definition's check before sending: `checkResource`. */
export function sendCheckName(type: string): string {
  return `check${type}`;
}

/** Refers to a declared type. */
export function typeNamed(name: string): Code {
  return memberOf('types', name, './types.js', 'type');
}

/** Refers to a function of validators.ts. */
export function importedGuard(name: string): Code {
  return imported(name, './validators.js', 'value');
}
