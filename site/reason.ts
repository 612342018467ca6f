/** Returns what an error says, for people. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
