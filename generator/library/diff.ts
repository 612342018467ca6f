import type { Report } from '../diff/compareProtocols.js';
import { protocolOf, type ProtocolModel } from '../model/protocolModel.js';

/**
 * Compares two revisions by the values that they describe, as `mcp-gen diff` does. Prose does not count.
 *
 * @returns every change, with the readers that it breaks; `equal` is true if there is none
 * @throws {InputError} if an argument is not a model
 */
export async function diff(older: ProtocolModel, newer: ProtocolModel): Promise<Report> {
  const { compareProtocols } = await import('../diff/compareProtocols.js');
  const [was, is] = [protocolOf(older), protocolOf(newer)];
  return compareProtocols({ name: was.revision, protocol: was }, { name: is.revision, protocol: is });
}
