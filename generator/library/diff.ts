import { readAllowance, type Allowance } from '../diff/allowances.js';
import type { Report } from '../diff/compareProtocols.js';
import { BREAKING_RULES } from '../diff/rules.js';
import type { Side } from '../model/protocol.js';
import type { ProtocolModel } from '../model/modelFormat.js';
import { protocolOf } from '../model/protocolModel.js';
import { InputError } from '../problems.js';

/** What {@link diff} reports. */
export interface DiffOptions {
  /** The side whose maintainer asks: the report has only what this side has to change, and how. Default: everything. */
  readonly for?: Side;
  /** The breaking changes that are permitted: `rule`, or `rule@path` for a path and what is below it. Default: none. */
  readonly allow?: readonly string[];
}

/**
 * Compares two revisions by the values that they describe, as `mcp-gen diff` does. Prose does not count.
 *
 * @returns every change, with the readers that it breaks; `equal` is true if there is none
 * @throws {InputError} if an argument is not a model, or an option names an unknown side or rule
 */
export async function diff(older: ProtocolModel, newer: ProtocolModel, options: DiffOptions = {}): Promise<Report> {
  checkSide(options.for);
  const { compareProtocols } = await import('../diff/compareProtocols.js');
  const [was, is] = [protocolOf(older), protocolOf(newer)];
  return compareProtocols(
    { name: was.revision, protocol: was },
    { name: is.revision, protocol: is },
    { side: options.for, allow: options.allow?.map(allowance) ?? [] },
  );
}

function checkSide(side: unknown): void {
  if (side === undefined || side === 'client' || side === 'server') return;
  throw new InputError(`Unknown side ${JSON.stringify(side)}. Valid sides: client, server.`);
}

function allowance(text: string): Allowance {
  const read = readAllowance(text);
  if (!read) throw new InputError(`Unknown rule ${JSON.stringify(text)}. Valid rules: ${BREAKING_RULES.join(', ')}.`);
  return read;
}
