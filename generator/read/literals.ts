/** Reads the literals of a schema file: the values of literal types, constants, enum members, and keys. */

import { ts } from 'ts-morph';
import type { Literal } from '../model/declarations.js';

/** Returns the only value of a type, or undefined if it has several. `1e999` would be Infinity, which JSON does not have. */
export function literalOf(type: ts.Type, checker: ts.TypeChecker): Literal | undefined {
  if (type.isStringLiteral()) return type.value;
  if (type.isNumberLiteral()) return Number.isFinite(type.value) ? type.value : undefined;
  return type.flags & ts.TypeFlags.BooleanLiteral ? checker.typeToString(type) === 'true' : undefined;
}

/** Returns the string literals that a type consists of, or undefined if it has other values. */
export function stringsOf(type: ts.Type): readonly string[] | undefined {
  const members = type.isUnion() ? type.types : [type];
  const values = members.flatMap((member) => (member.isStringLiteral() ? [member.value] : []));
  return values.length === members.length ? values : undefined;
}
