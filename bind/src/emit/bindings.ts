import { camelCase, Scope } from '../compiler.js';
import type { PromptContract, ResourceContract, ServerContract, ToolContract } from '@mcp-gen/sdk/host';
import { compileTypes, type SchemaType, type TypeRequest } from '../types/compileTypes.js';
import { typeName } from '../types/placeholders.js';

/** A tool with the types of its function. */
export interface BoundTool {
  readonly contract: ToolContract;
  /** The name of its function. */
  readonly name: string;
  readonly input: SchemaType;
  readonly output: SchemaType | undefined;
}

/** A prompt, a resource, or a template with the name of its method. */
export interface Named<Contract> {
  readonly contract: Contract;
  readonly name: string;
}

/** The contents of a module. */
export interface Bindings {
  /** The name of the server in the project. */
  readonly server: string;
  /** The identifiers of the module. */
  readonly scope: Scope;
  readonly tools: readonly BoundTool[];
  readonly prompts: readonly Named<PromptContract>[];
  readonly resources: readonly Named<ResourceContract>[];
  readonly templates: readonly Named<ResourceContract>[];
  /** Schemas that have the type `unknown`, each with the reason. */
  readonly problems: readonly string[];
}

/** Maximum characters of a function name. */
const MAX_NAME_LENGTH = 60;

/** Names that functions must not have, because objects have them or treat them specially. */
const MEMBERS = [...Object.getOwnPropertyNames(Object.prototype), 'then', 'prototype', 'name', 'length'];

/**
 * Creates names and types for the contract of a server. Duplicate names get a number, in the order of the contract.
 *
 * @param taken names that the module already uses
 */
export async function makeBindings(
  server: string,
  { tools, prompts, resources, templates }: ServerContract,
  taken: readonly string[],
): Promise<Bindings> {
  const scope = new Scope([...taken, ...MEMBERS]);
  const names = namesOf(tools, ({ name }) => name, scope);
  const requests = tools.flatMap(({ name, inputSchema, outputSchema }): readonly TypeRequest[] => [
    { name: typeName(`${name} Input`), schema: inputSchema },
    ...(outputSchema === undefined ? [] : [{ name: typeName(`${name} Output`), schema: outputSchema }]),
  ]);
  const types = (await compileTypes(requests, scope))[Symbol.iterator]();
  const next = (): SchemaType => types.next().value as SchemaType;
  const bound = tools.map((contract, index) => {
    const input = next();
    return { contract, name: names[index] ?? '', input, output: contract.outputSchema && next() };
  });
  return {
    server,
    scope,
    tools: bound,
    prompts: named(prompts, ({ name }) => name),
    resources: named(resources, ({ name }) => name),
    templates: named(templates, ({ name }) => name),
    problems: bound.flatMap(({ contract, input, output }) => [
      ...problemOf(`input schema of the tool ${JSON.stringify(contract.name)}`, input),
      ...problemOf(`output schema of the tool ${JSON.stringify(contract.name)}`, output),
    ]),
  };
}

/** Prompts, resources, and templates are methods of separate classes, so tools may have the same names. */
function named<Contract>(
  contracts: readonly Contract[],
  nameOf: (contract: Contract) => string,
): readonly Named<Contract>[] {
  const names = namesOf(contracts, nameOf, new Scope(MEMBERS));
  return contracts.map((contract, index) => ({ contract, name: names[index] ?? '' }));
}

function namesOf<Contract>(
  contracts: readonly Contract[],
  nameOf: (contract: Contract) => string,
  scope: Scope,
): readonly string[] {
  return contracts.map((contract) =>
    scope.claim(camelCase(nameOf(contract).slice(0, 4 * MAX_NAME_LENGTH)).slice(0, MAX_NAME_LENGTH)),
  );
}

function problemOf(what: string, type: SchemaType | undefined): readonly string[] {
  return type?.problem === undefined ? [] : [`The ${what} has the type unknown: ${type.problem}`];
}
