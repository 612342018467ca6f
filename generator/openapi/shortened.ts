/** Shortens the texts of documents. */

/** Returns the start of a text, from which `shortened` takes what it keeps. */
export function startOf(text: string, longest: number): string {
  return text.slice(0, 20 * longest);
}

/** Returns the first sentences of a text that fit, in one paragraph. */
export function shortened(text: string, longest: number): string {
  const plain = startOf(text, longest)
    .replaceAll(/<[a-zA-Z/][^>]{0,200}>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (plain.length <= longest) return plain;
  const start = plain.slice(0, longest);
  const end = Math.max(start.lastIndexOf('. '), start.lastIndexOf('! '), start.lastIndexOf('? '));
  if (end > longest / 3) return start.slice(0, end + 1);
  return `${start.slice(0, start.lastIndexOf(' ') > 0 ? start.lastIndexOf(' ') : longest - 1)}…`;
}
