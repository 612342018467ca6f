/** Marks the tools of a server as callable with tasks: the server decides for each call. */
export function withTaskSupport(result: object): object {
  const { tools } = result as { readonly tools?: readonly object[] };
  if (tools === undefined) return result;
  return { ...result, tools: tools.map((tool) => ({ ...tool, execution: { taskSupport: 'optional' } })) };
}
