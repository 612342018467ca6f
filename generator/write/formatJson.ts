/** Formats plain data as a JSON file that a person edits. */
export async function formatJson(data: unknown): Promise<string> {
  const { format } = await import('prettier');
  return format(JSON.stringify(data), { parser: 'json', printWidth: 120 });
}
