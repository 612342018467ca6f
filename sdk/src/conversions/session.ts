/** What is converted alike in every revision that opens a session. */

import { complete, suggestions, uncached } from './results.js';
import { envelope, optionalEnvelope } from './envelope.js';

/** A list that comes in pages. */
const list = { params: optionalEnvelope, result: { toAuthor: uncached } };
/** A request that is answered with nothing but that it was done. */
const done = { result: { toAuthor: complete } };

/** The requests of a session, but for those whose content differs. */
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
