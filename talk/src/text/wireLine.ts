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
/** Maximum number of findings that are shown for a message. */
const MAX_FINDINGS = 20;

/**
 * Returns a message in one line: `->` is sent, `<-` is received. Lines after it begin with `!`, and say what is wrong with it.
 *
 * @param findings what is wrong with the message
 */
export function wireLine(from: Side, value: unknown, findings: readonly string[], { paint }: Terminal): string {
  const text = textOf(value);
  const shown = escapeHidden(text.slice(0, MAX_LENGTH));
  const rest = text.length > MAX_LENGTH ? `… (${text.length} characters)` : '';
  const arrow = from === 'client' ? paint('green', '->') : paint('cyan', '<-');
  const more = findings.length - MAX_FINDINGS;
  const lines = findings.slice(0, MAX_FINDINGS).map((finding) => plainLine(finding, MAX_FINDING));
  if (more > 0) lines.push(`and ${more} more`);
  return [`${arrow} ${shown}${rest}`, ...lines.map((line) => paint('red', ` ! ${line}`))].join('\n');
}

/** A message is shown while it is received: what cannot be shown must not end the connection. */
function textOf(value: unknown): string {
  try {
    return jsonOf(value);
  } catch (error) {
    if (error instanceof RangeError) return '(nested too deeply to be shown)';
    throw error;
  }
}
