/** Texts of JSON, which are kept, and comments. */
const TEXT_OR_COMMENT = /"(?:[^"\\]|\\[^])*"|\/\/[^\n]*|\/\*[^]*?\*\//g;
const TEXT_OR_LAST_COMMA = /"(?:[^"\\]|\\[^])*"|,(?=\s*[}\]])/g;

/**
 * JSON without what many editors and hosts allow in it: comments, and commas behind the last item. Blanks stand in their place, so
 * that everything else stays where it is.
 */
export function withoutComments(text: string): string {
  return text.replace(TEXT_OR_COMMENT, keepTexts).replace(TEXT_OR_LAST_COMMA, keepTexts);
}

function keepTexts(found: string): string {
  return found.startsWith('"') ? found : found.replace(/[^\n]/g, ' ');
}
