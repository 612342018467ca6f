import { readAllowance, type Allowance } from '../diff/allowances.js';
import type { Report } from '../diff/compareProtocols.js';
import { BREAKING_RULES } from '../diff/rules.js';
import type { Side } from '../model/protocol.js';
import type { ProtocolModel } from '../model/modelFormat.js';
import { protocolOf } from '../model/protocolModel.js';
import { InputError } from '../problems.js';

/** Options of {@link diff}. */
export interface DiffOptions {
  /** The side to report for: the report has only what this side must change, and how. Default: both sides. */
  readonly for?: Side;
  /** The permitted breaking changes: `rule`, or `rule@path` for a path and everything below it. Default: none. */
  readonly allow?: readonly string[];
}

/**
 * Compares two revisions by the values that they describe, as `mcp-gen diff` does. Prose is ignored.
 *
 * @returns every change, with the readers that it breaks; `equal` is true if there is none
 * @throws {InputError} if an argument is not a model, or an option names an unknown side or rule
 */
export async function diff(older: ProtocolModel, newer: ProtocolModel, options: DiffOptions = {}): Promise<Report> {
  checkSide(options.for);
  const { compareProtocols } = await import('../diff/compareProtocols.js');
  const { readSupport } = await import('../read/tables.js');
  const [was, is] = [protocolOf(older), protocolOf(newer)];
  return compareProtocols(
    { name: was.revision, protocol: was },
    { name: is.revision, protocol: is },
    { side: options.for, allow: options.allow?.map(allowance) ?? [], support: await readSupport() },
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
