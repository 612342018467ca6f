import { declares, definitionOf, holds, type Capabilities, type RevisionRange } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { client } from '@mcp-gen/protocol/registry/capabilities';
import type { ClientCapabilities } from '@mcp-gen/protocol/author';

/** The capabilities of clients with the revisions that have them. */
const CAPABILITIES: { readonly [path: string]: RevisionRange | undefined } = client;

/** Returns the revisions that have a capability of clients. Extensions can be declared in every revision. */
function revisionsOf(path: string): RevisionRange | undefined {
  // Before revisions with modes, elicitation means a form.
  return path === 'elicitation.form' ? client.elicitation : path === 'extensions' ? undefined : CAPABILITIES[path];
}

/**
 * Returns whether a client has declared a capability and the revision supports it.
 *
 * @param capability a path: `elicitation.url`, `extensions.com.example/tasks`
 */
export function hasCapability(capabilities: ClientCapabilities, capability: string, revision: string): boolean {
  // Clients may declare capabilities also in older revisions, which do not have the requests.
  return isDefined(capability, revision) && declares(withForms(capabilities), capability);
}

function isDefined(capability: string, revision: string): boolean {
  const own = definitionOf(revision)?.capabilities.client;
  const range = revisionsOf(capability);
  return range === undefined || (own?.includes(capability) ?? holds(range, revision));
}

/** Elicitation without a mode means form mode (specification, 2025-11-25: Elicitation, Capabilities). */
function withForms(capabilities: ClientCapabilities): Capabilities {
  const { elicitation } = capabilities;
  if (elicitation === undefined || elicitation.url !== undefined) return { ...capabilities };
  return { ...capabilities, elicitation: { form: {}, ...elicitation } };
}

/** Returns capabilities with others added, property by property, at every depth. */
export function merged(capabilities: Capabilities, others: object = {}): Capabilities {
  const result: Record<string, unknown> = { ...capabilities };
  for (const [name, value] of Object.entries(others)) {
    const own = result[name];
    result[name] = isObject(own) && isObject(value) ? merged({ ...own }, value) : value;
  }
  return result;
}
