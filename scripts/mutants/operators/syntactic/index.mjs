// Operators that change how something is written, whatever it means.
import { boolean, comparison, condition, logical, negation } from './conditions.mjs';
import { assignment, awaited, call, caught, jump, returned, switchCase, thrown } from './statements.mjs';
import { item, method, optional } from './structures.mjs';
import { arithmetic, number, regex, string } from './values.mjs';

export const SYNTACTIC = {
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
