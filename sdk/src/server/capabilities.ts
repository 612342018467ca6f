import { declares, type Capabilities } from '@mcp-gen/runtime';
import type { ClientCapabilities } from '@mcp-gen/protocol/author';

/** The first revision of each capability. Clients may declare capabilities also in older revisions, which do not have the requests. */
const CAPABILITIES_SINCE: { readonly [capability: string]: string } = {
  elicitation: '2025-06-18',
  'elicitation.form': '2025-06-18',
  'elicitation.url': '2025-11-25',
  'sampling.context': '2025-11-25',
  'sampling.tools': '2025-11-25',
};

/**
 * Returns whether a client has declared a capability and the revision supports it.
 *
 * @param capability a path: `elicitation.url`, `extensions.com.example/tasks`
 */
export function hasCapability(capabilities: ClientCapabilities, capability: string, revision: string): boolean {
  const since = CAPABILITIES_SINCE[capability];
  return (since === undefined || revision >= since) && declares(withForms(capabilities), capability);
}

/** Elicitation without a mode means form mode (specification, 2025-11-25: Elicitation, Capabilities). */
function withForms(capabilities: ClientCapabilities): Capabilities {
  const { elicitation } = capabilities;
  if (elicitation === undefined || elicitation.url !== undefined) return { ...capabilities };
  return { ...capabilities, elicitation: { form: {}, ...elicitation } };
}
