import type { ClientCapabilities } from '@mcp-gen/protocol/author';

/** Since when capabilities mean something. Clients declare them in older revisions, too, which have no words to ask. */
const CAPABILITIES_SINCE: { readonly [capability: string]: string } = {
  elicitation: '2025-06-18',
  'elicitation.form': '2025-06-18',
  'elicitation.url': '2025-11-25',
  'sampling.context': '2025-11-25',
  'sampling.tools': '2025-11-25',
};

/**
 * Whether a client has declared a capability, in a revision that has it.
 *
 * @param capability a path: `elicitation.url`
 */
export function hasCapability(capabilities: ClientCapabilities, capability: string, revision: string): boolean {
  const since = CAPABILITIES_SINCE[capability];
  return (since === undefined || revision >= since) && declares(capabilities, capability);
}

function declares(capabilities: object, path: string): boolean {
  let value: unknown = withForms(capabilities);
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Record<string, unknown>)[name];
  }
  return value !== undefined && value !== false;
}

/** Who declares elicitation and no way of it means forms (specification, 2025-11-25: Elicitation, Capabilities). */
function withForms(capabilities: { readonly elicitation?: { readonly url?: unknown } }): object {
  const { elicitation } = capabilities;
  if (elicitation === undefined || elicitation.url !== undefined) return capabilities;
  return { ...capabilities, elicitation: { form: {}, ...elicitation } };
}
