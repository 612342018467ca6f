import type { Unknown } from '../explain/explain.js';
import type { Explanation } from '../explain/explanation.js';
import type { ProtocolModel } from '../model/modelFormat.js';
import { InputError } from '../problems.js';
import { protocolsOf } from '../model/protocolModel.js';

/** Options of {@link explain}. */
export interface ExplainOptions {
  /** The revision to explain the name in. Default: the newest that has it. */
  readonly revision?: string;
}

/**
 * Explains a method, a type, or another name, as `mcp-gen explain` does: who sends it, its fields, where it is used, how it changed.
 *
 * @param name a method (`tools/call`), the name of its handler (`callTool`), a type (`Tool`), or an error code, an HTTP header, a key of
 *   `_meta`, a feature, or the path of a capability (`resources.subscribe`)
 * @param models the revisions of the history, in any order
 * @returns the explanation; if the name is unknown, an object of kind `unknown` with similar names
 * @throws {InputError} if an argument is not a model, or no model is of the revision in the options
 */
export async function explain(
  name: string,
  models: readonly ProtocolModel[],
  { revision }: ExplainOptions = {},
): Promise<Explanation | Unknown> {
  const { explain: explainIn } = await import('../explain/explain.js');
  const protocols = protocolsOf(models);
  if (revision !== undefined && !protocols.some((protocol) => protocol.revision === revision)) {
    const passed = protocols.length > 0 ? protocols.map((protocol) => protocol.revision).join(', ') : 'none';
    throw new InputError(`No model of revision ${JSON.stringify(revision)} was passed. Passed: ${passed}.`);
  }
  return explainIn(name, protocols, revision);
}
