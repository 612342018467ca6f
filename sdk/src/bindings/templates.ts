import type { RequestOptions } from '@mcp-gen/runtime';
import type { ReadResourceResult } from '@mcp-gen/protocol/author';
import type { Client } from '../client/client.js';
import { parseTemplate, UriTemplate, type TemplatePart } from '../uri/index.js';

/** A variable of a URI template. */
export interface TemplateVariable {
  /** Its name in the template. */
  readonly name: string;
  /** Whether it takes an array of strings. */
  readonly isList: boolean;
  /** Whether it may be left out. */
  readonly isOptional: boolean;
}

/**
 * Returns the variables of a URI template (RFC 6570), each once, in the order of their first use.
 *
 * @throws {UriError} if it is not a template, with the place.
 */
export function variablesOfTemplate(template: string): readonly TemplateVariable[] {
  const variables = new Map<string, TemplateVariable>();
  for (const part of parseTemplate(template)) {
    for (const variable of variablesIn(part)) if (!variables.has(variable.name)) variables.set(variable.name, variable);
  }
  return [...variables.values()];
}

/** Operators other than `+` write nothing for a variable without a value; without one, a part of the path would be missing. */
function variablesIn(part: TemplatePart): readonly TemplateVariable[] {
  if (typeof part === 'string') return [];
  const isOptional = part.operator !== '' && part.operator !== '+';
  return part.variables.map(({ name, explode }) => ({ name, isList: explode, isOptional }));
}

/**
 * Reads a resource whose URI is made of a template and values.
 *
 * @param variables the values of the template's variables; what is undefined is left out
 * @throws {TypeError} if a value cannot be part of a URI.
 * @throws what `Client.readResource` throws.
 */
export async function readTemplate(
  client: Pick<Client, 'readResource'>,
  template: string,
  variables: { readonly [name: string]: string | readonly string[] | undefined },
  options?: RequestOptions,
): Promise<ReadResourceResult> {
  return client.readResource(new UriTemplate(template).expand(variables), options);
}
