import { InvalidMessageError, type RequestOptions } from '@mcp-gen/runtime';
import type { Client } from '../client/client.js';
import { compileSchema } from '../client/compileSchema.js';
import type { ToolResult } from '../client/toolResult.js';
import { describeIssues } from '../schema/issues.js';

/** Options of a call that waits for its result. */
export type CallOptions = RequestOptions & {
  /** Never given: a call that does not wait is `Client.callTool` with `task: 'detach'`. */
  readonly task?: undefined;
};

/** What a tool with an output schema returned: structured content that fits the schema, or a failure. */
export type CheckedResult<Output> =
  | (ToolResult & {
      /** The tool did not fail. */
      readonly isError: false;
      /** What the tool returned. It fits the output schema. */
      readonly structuredContent: Output;
    })
  | (ToolResult & {
      /** The tool failed; `content` says how. */
      readonly isError: true;
    });

/** Compiled schemas, each by the object that a module holds. */
const CHECKS = new WeakMap<object, ReturnType<typeof compileSchema>>();

/**
 * Calls a tool, and checks its structured content with the output schema that was reviewed, whatever the server lists by now.
 *
 * @param schema the output schema. It is compiled once, so it must not change
 * @returns the result. That the tool failed is a result, too, with `isError`.
 * @throws {InvalidMessageError} if there is no structured content, or it does not fit the schema.
 * @throws {SchemaError} if the schema cannot be used.
 * @throws what `Client.callTool` throws.
 */
export async function callChecked<Output>(
  client: Pick<Client, 'callTool'>,
  name: string,
  input: { readonly [name: string]: unknown },
  schema: object,
  options?: CallOptions,
): Promise<CheckedResult<Output>> {
  const result = await client.callTool(name, input, options);
  if (result.isError) return result as CheckedResult<Output>;
  let compiled = CHECKS.get(schema);
  if (compiled === undefined) {
    compiled = compileSchema(schema, `the reviewed output schema of the tool ${name}`);
    CHECKS.set(schema, compiled);
  }
  const check = await compiled;
  const { structuredContent } = result;
  if (structuredContent === undefined) {
    const reason = `The tool ${name} returned no structured content, though its reviewed contract has an output schema`;
    throw new InvalidMessageError('tools/call', reason);
  }
  const issues = check(structuredContent);
  if (issues.length === 0) return result as CheckedResult<Output>;
  throw new InvalidMessageError(
    'tools/call',
    `The tool ${name} returned what does not fit its reviewed output schema: ${describeIssues(issues)}`,
    issues,
  );
}
