import type { RequestOptions } from '@mcp-gen/runtime';
import type { GetPromptResult, ReadResourceResult } from '@mcp-gen/protocol/author';
import type { Client } from '../client/client.js';
import { defined } from '../properties.js';
import { parseTemplate, UriTemplate, type TemplatePart } from '../uri/index.js';

/** A variable of a URI template. */
export interface TemplateVariable {
  /** Its name in the template. */
  readonly name: string;
  /** Whether its value is an array of strings. */
  readonly isList: boolean;
  /** Whether it is optional. */
  readonly isOptional: boolean;
}

/**
 * Returns the variables of a URI template (RFC 6570), each once, in the order of their first use.
 *
 * @throws {UriError} if it is not a template. The message has the position.
 */
export function variablesOfTemplate(template: string): readonly TemplateVariable[] {
  const variables = new Map<string, TemplateVariable>();
  for (const part of parseTemplate(template)) {
    for (const variable of variablesIn(part)) if (!variables.has(variable.name)) variables.set(variable.name, variable);
  }
  return [...variables.values()];
}

/** Operators other than `+` omit a variable without a value; for others, a part of the path would be missing. */
function variablesIn(part: TemplatePart): readonly TemplateVariable[] {
  if (typeof part === 'string') return [];
  const isOptional = part.operator !== '' && part.operator !== '+';
  return part.variables.map(({ name, explode }) => ({ name, isList: explode, isOptional }));
}

/**
 * Reads a resource whose URI is expanded from a template.
 *
 * @param variables the values of the template's variables; undefined ones are omitted
 * @throws {TypeError} if a value cannot be part of a URI.
 * @throws the errors of `Client.readResource`.
 */
export async function readTemplate(
  client: Pick<Client, 'readResource'>,
  template: string,
  variables: { readonly [name: string]: string | readonly string[] | undefined },
  options?: RequestOptions,
): Promise<ReadResourceResult> {
  return client.readResource(new UriTemplate(template).expand(variables), options);
}

/**
 * Gets a prompt with its arguments filled in.
 *
 * @param args the arguments; undefined ones are omitted
 * @throws the errors of `Client.getPrompt`.
 */
export async function fillPrompt(
  client: Pick<Client, 'getPrompt'>,
  name: string,
  args: { readonly [name: string]: string | undefined },
  options?: RequestOptions,
): Promise<GetPromptResult> {
  return client.getPrompt(name, defined(args), options);
}
