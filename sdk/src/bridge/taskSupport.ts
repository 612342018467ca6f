/** Returns the tools of a server whose calls may be tasks: the server decides. */
export function withTaskSupport(result: object): object {
  const { tools } = result as { readonly tools?: readonly object[] };
  if (tools === undefined) return result;
  return { ...result, tools: tools.map((tool) => ({ ...tool, execution: { taskSupport: 'optional' } })) };
}
