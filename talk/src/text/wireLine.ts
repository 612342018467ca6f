/** Shows messages as they are sent and received. */

import { plainLine } from '@mcp-gen/sdk/client';
import type { Side } from '@mcp-gen/sdk/testing';
import type { Terminal } from '../terminal.js';
import { escapeHidden } from '../compiler.js';
import { jsonOf } from './values.js';

/** Maximum characters of a message that are shown. */
const MAX_LENGTH = 20_000;
/** Maximum characters of a finding, which quotes the message. */
const MAX_FINDING = 500;

/**
 * Returns a message in one line: `->` is sent, `<-` is received. Lines after it begin with `!`, and say what is wrong with it.
 *
 * @param findings what is wrong with the message
 */
export function wireLine(from: Side, value: unknown, findings: readonly string[], { paint }: Terminal): string {
  const text = escapeHidden(jsonOf(value));
  const shown = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}… (${text.length} characters)` : text;
  const line = from === 'client' ? `${paint('green', '->')} ${shown}` : `${paint('cyan', '<-')} ${shown}`;
  return [line, ...findings.map((finding) => paint('red', ` ! ${plainLine(finding, MAX_FINDING)}`))].join('\n');
}
