/**
 * What revisions without structured content do not define. Their clients ignore it, or reject it as later revisions define it: as an object.
 */

import * as Method from '@mcp-gen/protocol/registry/methods';
import { structuredContent } from '@mcp-gen/protocol/registry/features';
import { holds, type Revision } from '@mcp-gen/runtime';
import { isObject, type Guard } from '@mcp-gen/runtime/codegen/v1';

type Narrowing<Result> = (value: unknown) => value is Result;

/** Returns a validator of tool results that also requires that structured content is an object. */
export function withObjectContent<Result>(fits: Narrowing<Result>): Narrowing<Result> {
  return (value): value is Result => fits(value) && hasObject(value, 'structuredContent');
}

/** Returns a validator of lists of tools that also requires that output schemas describe objects. */
export function withObjectSchemas<Result extends { readonly tools: readonly object[] }>(
  fits: Narrowing<Result>,
): Narrowing<Result> {
  return (value): value is Result => fits(value) && value.tools.every((tool) => describesObject(tool));
}

/** Returns a revision for servers: what they must not send to clients of a revision without structured content is invalid in it. */
export function withObjectResults(revision: Revision): Revision {
  if (holds(structuredContent, revision.id)) return revision;
  const { requests } = revision.server;
  const [call, list] = [requests[Method.toolsCall], requests[Method.toolsList]];
  const strict = {
    ...(call && { [Method.toolsCall]: { ...call, result: withObjectContent(call.result as never) as Guard } }),
    ...(list && { [Method.toolsList]: { ...list, result: withObjectSchemas(list.result as never) as Guard } }),
  };
  return { ...revision, server: { ...revision.server, requests: { ...requests, ...strict } } };
}

function hasObject(value: unknown, name: string): boolean {
  const found = isObject(value) ? value[name] : undefined;
  return found === undefined || isObject(found);
}

function describesObject(tool: object): boolean {
  const { outputSchema } = tool as { readonly outputSchema?: unknown };
  return outputSchema === undefined || (isObject(outputSchema) && outputSchema['type'] === 'object');
}
