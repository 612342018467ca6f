/** Checks recorded messages, one per line. */

import type { Protocol } from '../model/protocol.js';
import { loadExplainer } from './explainer.js';
import { shorten } from '../printable.js';
import type { Line } from './readLines.js';
import { TrafficChecker, type Findings } from './TrafficChecker.js';

/** An invalid line. */
export interface InvalidLine {
  readonly line: number;
  /** The findings, one for each place. */
  readonly findings: Findings;
}

/** The maximum number of findings that are reported for one line. */
const MAX_FINDINGS = 100;
/** The maximum number of characters of a finding, because it may quote the line. */
const MAX_FINDING_LENGTH = 1_000;

/** The result of a validation. */
export interface MessageCounts {
  readonly lines: number;
  readonly invalid: number;
}

/**
 * Validates recorded lines.
 *
 * @param definition the definition of each line. Default: a message
 * @param report called for each invalid line, in order
 */
export async function validateLines(
  recorded: AsyncIterable<Line>,
  protocol: Protocol,
  definition: string | undefined,
  report: (invalid: InvalidLine) => void,
): Promise<MessageCounts> {
  const explain = await loadExplainer(protocol);
  const traffic = new TrafficChecker(protocol, explain);
  const check = (value: unknown): Findings =>
    definition === undefined ? traffic.check(value) : explain(definition, value).map(({ message }) => message);
  let lines = 0;
  let invalid = 0;
  for await (const line of recorded) {
    lines++;
    const findings = checkLine(line, check);
    if (findings.length === 0) continue;
    invalid++;
    report({ line: line.number, findings: bounded(findings) });
  }
  return { lines, invalid };
}

function checkLine({ text }: Line, check: (value: unknown) => Findings): Findings {
  if (text === undefined) return ['expected a line of at most 64 MiB, got a longer one'];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return [`expected JSON, got something else: ${(error as SyntaxError).message}`];
  }
  return check(value);
}

function bounded(findings: Findings): Findings {
  const reported = findings.slice(0, MAX_FINDINGS).map((finding) => shorten(finding, MAX_FINDING_LENGTH));
  const more = findings.length - reported.length;
  return more === 0 ? reported : [...reported, `${more} more findings in this line`];
}
