import type { Protocol } from '../model/protocol.js';
import type { ProtocolModel } from '../model/modelFormat.js';
import { protocolOf } from '../model/protocolModel.js';
import { InputError } from '../problems.js';

/**
 * Returns the protocols of models, oldest first.
 *
 * @throws {InputError} if one is not a model, or two have the same revision
 */
export function protocolsOf(models: readonly ProtocolModel[]): readonly Protocol[] {
  const sorted = models.map(protocolOf).sort((a, b) => (a.revision < b.revision ? -1 : 1));
  const again = sorted.find(({ revision }, index) => index > 0 && revision === sorted[index - 1]?.revision);
  if (again) throw new InputError(`Duplicate models of revision ${again.revision}. Pass only one.`);
  return sorted;
}
