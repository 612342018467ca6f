/** Formats plain data as a JSON file that people edit. */
export async function formatJson(data: unknown): Promise<string> {
  const { format } = await import('prettier');
  return format(JSON.stringify(data), { parser: 'json', printWidth: 120 });
}
