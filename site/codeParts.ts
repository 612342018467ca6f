/** Splits a line of prose into text and code, which stands between backticks. */
export function codeParts(text: string): readonly { readonly text: string; readonly isCode: boolean }[] {
  return text.split(/`([^`]+)`/).map((part, at) => ({ text: part, isCode: at % 2 === 1 }));
}
