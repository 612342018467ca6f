/**
 * A text from elsewhere, fit to be shown: without the control characters by which it could move the cursor of a terminal
 * or colour what it did not write. Line breaks and tabs stay.
 */
export function printable(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, '');
}
