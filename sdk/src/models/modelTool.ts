import type { Tool } from '@mcp-gen/protocol/author';
import { type ModelSchema, convertSchema, toolNames } from './modelSchema.js';

/** A tool, as a model sees it. */
export interface ModelTool {
  /** Its name for the model. */
  readonly name: string;
  /** Its name in the list of the client or host. */
  readonly original: string;
  readonly description: string | undefined;
  readonly schema: ModelSchema;
  /** The names of parameters in the tool's schema, by those that the model sees. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** What a model does not see of a tool. */
export interface ModelToolLoss {
  /** The name of the tool in the list of the client or host. */
  readonly tool: string;
  /** What is lost, for a log. */
  readonly what: string;
}

/** Returns tools as models see them, with names and schemas that every vendor accepts. */
export function modelTools(tools: readonly Pick<Tool, 'name' | 'title' | 'description' | 'inputSchema'>[]): {
  readonly tools: readonly ModelTool[];
  readonly losses: readonly ModelToolLoss[];
} {
  const names = toolNames(tools.map(({ name }) => name));
  const losses: ModelToolLoss[] = [];
  const distinct = tools.filter(({ name }, index) => {
    const isFirst = tools.findIndex((other) => other.name === name) === index;
    if (!isFirst) losses.push({ tool: name, what: 'a second tool of this name' });
    return isFirst;
  });
  const shown = distinct.map(({ name, title, description = title, inputSchema }): ModelTool => {
    const { schema, originals, lost } = convertSchema(inputSchema);
    losses.push(...lost.map((what) => ({ tool: name, what })));
    return { name: names.get(name) ?? name, original: name, description, schema, parameters: originals };
  });
  return { tools: shown, losses };
}
