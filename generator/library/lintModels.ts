import type { LintReport } from '../lint/lintProtocols.js';
import { checkSettings, type LintSettings } from '../lint/settings.js';
import type { ProtocolModel } from '../model/modelFormat.js';
import { protocolsOf } from '../model/protocolModel.js';

/** Options of {@link lint}. */
export interface LintOptions extends LintSettings {
  /** The revision before the first model, which the first one is compared with. Default: it is compared with none. */
  readonly older?: ProtocolModel | undefined;
}

/**
 * Reports what a reviewer of schemas asks about before a release, as `mcp-gen lint` does. Reads no files: `schema.json` and examples are not
 * compared.
 *
 * @param models the revisions, in any order. Each is compared with the one before it
 * @throws {InputError} if an argument is not a model, or the options name an unknown rule or severity
 */
export async function lint(models: readonly ProtocolModel[], options: LintOptions = {}): Promise<LintReport> {
  const { older, ...settings } = options;
  const checked = checkSettings(settings);
  const protocols = protocolsOf(models);
  const [first] = older ? protocolsOf([older]) : [];
  const { lintRevisions } = await import('../lint/lintProtocols.js');
  return lintRevisions(
    protocols.map((protocol, index) => ({ protocol, older: index === 0 ? first : protocols[index - 1] })),
    checked,
  );
}
