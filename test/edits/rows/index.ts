import { capabilities } from './capabilities.js';
import { constraints } from './constraints.js';
import { directions } from './directions.js';
import { envelopes } from './envelopes.js';
import { errorCodes } from './errorCodes.js';
import { grammar } from './grammar.js';
import { inputRequests } from './inputRequests.js';
import { metadata } from './metadata.js';
import { names } from './names.js';
import { numbers } from './numbers.js';
import { paging } from './paging.js';
import { results } from './results.js';
import { rules } from './rules.js';
import { types } from './types.js';

/** The invented revisions, by heading. */
export const HEADINGS = {
  types,
  results,
  directions,
  envelopes,
  paging,
  inputRequests,
  metadata,
  capabilities,
  constraints,
  numbers,
  names,
  errorCodes,
  rules,
  grammar,
};
