/** Conversions that are the same in every revision with sessions. */

import { complete, suggestions, uncached } from './results.js';
import { envelope, optionalEnvelope } from './envelope.js';

/** A list in pages. */
const list = { params: optionalEnvelope, result: { toAuthor: uncached } };
/** A request with an empty result. */
const done = { result: { toAuthor: complete } };

/** The requests of a session whose content is the same in all revisions. */
export const session = {
  ping: { params: optionalEnvelope, ...done },
  'completion/complete': { params: envelope, result: { toAuthor: suggestions } },
  'prompts/list': list,
  'resources/list': list,
  'resources/templates/list': list,
  'logging/setLevel': done,
  'resources/subscribe': done,
  'resources/unsubscribe': done,
};
