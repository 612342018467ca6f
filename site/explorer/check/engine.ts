/** All that checks and converts messages, in every revision. A page that checks a message needs all of it at once: it is one file of the site. */

export {
  checkDefinition,
  checkMessage,
  type MessageFinding,
  type MessageVerdict,
} from '../../../sdk/src/testing/checkMessage.js';
export { convertMessage } from './convertMessage.js';
export { readMessage, type Pasted } from './readMessage.js';
export { loadRevision, REVISION_IDS, type LoadedRevision } from './revision.js';
