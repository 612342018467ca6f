// Every mutation operator, by the name that reports and the list of equivalent mutants know it by.
import { boolean, comparison, condition, logical, negation } from './conditions.mjs';
import { assignment, awaited, call, caught, jump, returned, switchCase, thrown } from './statements.mjs';
import { item, method, optional } from './structures.mjs';
import { arithmetic, number, regex, string } from './values.mjs';

/** Each takes a node and its source, and returns the places that it changes: `{ start, end, options }`. */
export const OPERATORS = {
  arithmetic,
  assignment,
  await: awaited,
  boolean,
  call,
  case: switchCase,
  catch: caught,
  comparison,
  condition,
  item,
  jump,
  logical,
  method,
  negation,
  number,
  optional,
  regex,
  return: returned,
  string,
  throw: thrown,
};
