/** Emits explain.py: the shapes of a revision as data, which a module of all revisions walks. */

import type { RevisionPlan } from '../targetInterface.js';
import { dataLayout, type Data } from './dataLayout.js';
import { bracketed, printLayout, subscript } from './codeLayout.js';
import { stringLiteral } from './pythonNames.js';
import { pythonPattern } from './pythonPattern.js';

/** Returns the body of the module. */
export function emitExplain({ shapes, recursive }: RevisionPlan): string {
  const names = Object.keys(shapes).map(stringLiteral);
  const set =
    recursive.size === 0 ? 'frozenset()' : bracketed('frozenset({', [...recursive].sort().map(stringLiteral), '})');
  return [
    `${printLayout(['DefinitionName: TypeAlias = ', subscript('Literal', names)])}\n"""The name of a definition."""`,
    `${printLayout(['SHAPES: Final[dict[str, Any]] = ', dataLayout(withRegexes(shapes as Data))])}\n"""The values that each definition accepts."""`,
    `${printLayout(['RECURSIVE: Final[frozenset[str]] = ', set])}\n"""The definitions that mention themselves, directly or through others."""`,
    EXPLAIN,
  ].join('\n\n');
}

const EXPLAIN = `
def explain(name: DefinitionName | str, value: Any) -> list[Issue]:
    """Return each place where a value differs from its definition, at most ten.

    The list is empty if and only if the guard accepts the value. Raise \`KeyError\` if there
    is no such definition.
    """
    return explain_shape(SHAPES, RECURSIVE, name, value)`;

/** Adds a pattern of Python to each limit with one of JavaScript, which explanations print. */
function withRegexes(data: Data): Data {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return (data as readonly Data[]).map(withRegexes);
  const entries = Object.entries(data).map(([key, value]): [string, Data] => {
    const { pattern } = key === 'limits' ? (value as { readonly pattern?: string }) : {};
    if (pattern !== undefined) return [key, { ...(value as object), regex: pythonPattern(pattern) }];
    return [key, withRegexes(value ?? null)];
  });
  return Object.fromEntries(entries);
}
