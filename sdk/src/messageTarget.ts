/** Returns the tool, prompt, or resource that the params of a request, or an entry of a list, name. */
export function targetOf(params: unknown): string | undefined {
  const { name, uri } = (params ?? {}) as { readonly name?: unknown; readonly uri?: unknown };
  const target = uri ?? name;
  return typeof target === 'string' ? target : undefined;
}
