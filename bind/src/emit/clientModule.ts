/** Generates the module of a server for programs: a class for its tools, prompts, and resources that uses a client of the sdk. */

import {
  code,
  Code,
  concat,
  dataText,
  identifier,
  imported,
  literal,
  propertyKey,
  type Data,
  type Scope,
} from '../compiler.js';
import { variablesOfTemplate } from '@mcp-gen/sdk/bindings';
import type { PromptContract, ResourceContract, ServerContract } from '@mcp-gen/sdk/host';
import { typeName } from '../types/placeholders.js';
import { makeBindings, type Bindings, type BoundTool, type Named } from './bindings.js';
import { describedBy, type Module, moduleText, toolDocs } from './module.js';

/** The package that modules import from. */
const SDK = '@mcp-gen/sdk/bindings';

/** The names that modules may import. */
const SDK_NAMES = {
  callChecked: 'value',
  fillPrompt: 'value',
  readTemplate: 'value',
  CallOptions: 'type',
  CheckedResult: 'type',
  Client: 'type',
  GetPromptResult: 'type',
  ReadResourceResult: 'type',
  ToolResult: 'type',
} as const;

const OPTIONS = code`options?: ${sdk('CallOptions')}`;

/** A class of methods for the tools, the prompts, or the resources. */
interface Group {
  /** The name of its property. */
  readonly property: string;
  readonly about: string;
  readonly methods: readonly Code[];
}

/** Generates the module of a server. */
export async function clientModule(server: string, contract: ServerContract): Promise<Module> {
  const bindings = await makeBindings(server, contract, [...Object.keys(SDK_NAMES), 'Promise']);
  const schemas = bindings.tools.map((tool) => outputSchema(tool, bindings));
  const groups: readonly Group[] = [
    {
      property: 'tools',
      about: 'The tools of the server.',
      methods: bindings.tools.map((tool, index) => toolMethod(tool, schemas[index]?.name)),
    },
    { property: 'prompts', about: 'The prompts of the server.', methods: bindings.prompts.map(promptMethod) },
    { property: 'resources', about: 'The resources of the server.', methods: bindings.resources.map(resourceMethod) },
    {
      property: 'templates',
      about: 'The resources of the server whose URIs have variables.',
      methods: bindings.templates.flatMap(templateMethod),
    },
  ].filter(({ methods }) => methods.length > 0);
  const name = identifier(bindings.scope.claim(typeName(server)));
  const body = [
    ...bindings.tools.flatMap(({ input, output }, index) => [
      new Code(input.declarations),
      ...(output === undefined ? [] : [new Code(output.declarations)]),
      ...(schemas[index]?.declarations ?? []),
    ]),
    ...classes(bindings.server, name, bindings.scope, groups),
  ];
  return {
    text: moduleText(server, 'bind', [importLine(concat(body, '')), ...body]),
    problems: bindings.problems,
    name: name.text,
  };
}

/** Imports only names that are used: unused imports do not compile with strict flags. */
function importLine({ imports }: Code): Code {
  const names = new Map(imports.map(({ name, type }) => [name, type ? `type ${name}` : name]));
  return new Code(`import { ${[...names.values()].sort().join(', ')} } from ${JSON.stringify(SDK)};`);
}

/** Declares the schema that results are validated with. */
function outputSchema(
  { name, contract, output }: BoundTool,
  { scope }: Bindings,
): { readonly name: Code; readonly declarations: readonly Code[] } | undefined {
  if (output === undefined) return undefined;
  const schema = identifier(scope.claim(`${name}Schema`));
  return { name: schema, declarations: [code`const ${schema}: object = ${dataText(contract.outputSchema as Data)};`] };
}

function classes(server: string, whole: Code, scope: Scope, groups: readonly Group[]): readonly Code[] {
  const named = groups.map((group) => ({
    ...group,
    property: identifier(group.property),
    type: identifier(scope.claim(typeName(`${server} ${group.property}`))),
  }));
  const parts = named.map(({ type, about, methods }) => {
    const members = [
      code`readonly #client: ${sdk('Client')};`,
      code`/** @param client a connected client */\nconstructor(client: ${sdk('Client')}) { this.#client = client; }`,
      ...methods,
    ];
    return code`/** ${new Code(about)} */\nexport class ${type} { ${concat(members, '\n\n')} }`;
  });
  const properties = named.map(
    ({ property, type, about }) => code`/** ${new Code(about)} */\nreadonly ${property}: ${type};`,
  );
  const assignments = named.map(({ property, type }) => code`this.${property} = new ${type}(client);`);
  return [
    ...parts,
    code`/** The tools, prompts, and resources of the server. */\nexport class ${whole} {\n${concat(
      [
        code`/** The client that sends all requests. */\nreadonly client: ${sdk('Client')};`,
        ...properties,
        code`/** @param client a connected client */\nconstructor(client: ${sdk('Client')}) { this.client = client; ${concat(assignments, '\n')} }`,
      ],
      '\n\n',
    )}\n}`,
  ];
}

function toolMethod({ contract, name, input, output }: BoundTool, schema: Code | undefined): Code {
  const type = code`${identifier(input.name)}${input.isInterface ? undefined : new Code(' & object')}`;
  const parameter = input.isOptional ? code`input: ${type} = {}` : code`input: ${type}`;
  const result = output && schema ? code`${sdk('CheckedResult')}<${identifier(output.name)}>` : sdk('ToolResult');
  const called = literal(contract.name);
  const call = schema
    ? code`${sdk('callChecked')}(this.#client, ${called}, { ...input }, ${schema}, options)`
    : code`this.#client.callTool(${called}, { ...input }, options)`;
  return code`${toolDocs(contract)}${identifier(name)}(${parameter}, ${OPTIONS}): Promise<${result}> { return ${call}; }`;
}

function promptMethod({ contract, name }: Named<PromptContract>): Code {
  const args = uniqueBy(contract.arguments ?? [], (argument) => argument.name);
  const members = args.map(({ name: argument, required, ...described }) => {
    const mark = required === true ? undefined : new Code('?');
    return code`${describedBy(described)}readonly ${propertyKey(argument)}${mark}: string${required === true ? undefined : new Code(' | undefined')};`;
  });
  const isOptional = args.every(({ required }) => required !== true);
  const parameter =
    args.length === 0
      ? undefined
      : code`args: { ${concat(members, '\n')} }${isOptional ? new Code(' = {}') : undefined}, `;
  const given = new Code(args.length === 0 ? '{}' : '{ ...args }');
  return code`${describedBy(contract)}${identifier(name)}(${parameter}${OPTIONS}): Promise<${sdk('GetPromptResult')}> { return ${sdk('fillPrompt')}(this.#client, ${literal(contract.name)}, ${given}, options); }`;
}

function resourceMethod({ contract, name }: Named<ResourceContract>): Code {
  return code`${describedBy(contract)}${identifier(name)}(${OPTIONS}): Promise<${sdk('ReadResourceResult')}> { return this.#client.readResource(${literal(contract.uri)}, options); }`;
}

/** An invalid template gets no method, because no URI can be expanded from it. */
function templateMethod({ contract, name }: Named<ResourceContract>): readonly Code[] {
  const variables = variablesOf(contract.uri);
  if (variables === undefined) return [];
  const members = variables.map(({ name: variable, isList, isOptional }) => {
    const type = new Code(`${isList ? 'readonly string[]' : 'string'}${isOptional ? ' | undefined' : ''}`);
    return code`readonly ${propertyKey(variable)}${isOptional ? new Code('?') : undefined}: ${type};`;
  });
  return [
    code`${describedBy(contract)}${identifier(name)}(variables: { ${concat(members, '\n')} }, ${OPTIONS}): Promise<${sdk('ReadResourceResult')}> { return ${sdk('readTemplate')}(this.#client, ${literal(contract.uri)}, { ...variables }, options); }`,
  ];
}

function variablesOf(template: string): ReturnType<typeof variablesOfTemplate> | undefined {
  try {
    return variablesOfTemplate(template);
  } catch (error) {
    if ((error as Error).name !== 'UriError') throw error;
    return undefined;
  }
}

function uniqueBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

/** Marks a name of the sdk, which is imported if it occurs. */
function sdk(name: keyof typeof SDK_NAMES): Code {
  return imported(name, SDK, SDK_NAMES[name]);
}
