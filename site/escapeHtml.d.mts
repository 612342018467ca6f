/** Escapes text for HTML. */
export function escapeHtml(text: string): string;
