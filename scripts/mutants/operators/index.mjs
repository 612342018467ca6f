// Every mutation operator, by the name that reports and the list of equivalent mutants know it by.
import { SEMANTIC } from './semantic/index.mjs';
import { SYNTACTIC } from './syntactic/index.mjs';

/**
 * Each takes a node and its source, and returns the places that it changes: `{ start, end, options, asks }`, where `asks` has what
 * `canDiffer` asks the types.
 * A change that several operators make belongs to the first of them: a dropped `close()` is a forgotten cleanup, and no dropped call.
 */
export const OPERATORS = { ...SEMANTIC, ...SYNTACTIC };

/** The names of the operators by group. */
export const GROUPS = { semantic: Object.keys(SEMANTIC), syntactic: Object.keys(SYNTACTIC) };

/**
 * Returns the names of operators that a list separated by commas stands for, without duplicates: names of groups and operators, or `all`.
 *
 * @throws {Error} for another name
 */
export function namesOfKinds(kinds) {
  const names = kinds.split(',').flatMap((kind) => {
    if (kind === 'all') return Object.keys(OPERATORS);
    if (Object.hasOwn(GROUPS, kind)) return GROUPS[kind];
    if (Object.hasOwn(OPERATORS, kind)) return [kind];
    throw new Error(
      `Unknown kind "${kind}". Kinds: all, ${[...Object.keys(GROUPS), ...Object.keys(OPERATORS)].join(', ')}`,
    );
  });
  return [...new Set(names)];
}
