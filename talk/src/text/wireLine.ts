/** Shows messages as they are sent and received. */

import type { Side } from '@mcp-gen/sdk/testing';
import type { Terminal } from '../terminal.js';
import { escapeHidden } from '../compiler.js';
import { jsonOf } from './values.js';

/** Maximum characters of a message that are shown. */
const MAX_LENGTH = 20_000;

/** Returns a message in one line: `->` is sent, `<-` is received. */
export function wireLine(from: Side, value: unknown, { paint }: Terminal): string {
  const text = escapeHidden(jsonOf(value));
  const shown = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}… (${text.length} characters)` : text;
  return from === 'client' ? `${paint('green', '->')} ${shown}` : `${paint('cyan', '<-')} ${shown}`;
}
