// A place in a source, and what may stand there instead.

/** Replaces a node by each of these texts, one at a time. */
export function replace(node, source, ...texts) {
  return replaceRange(node.getStart(source), node.end, source, ...texts);
}

/** Replaces a range of the text. Replacing a text with itself is not a change. */
export function replaceRange(start, end, source, ...texts) {
  const present = source.text.slice(start, end);
  return { start, end, options: texts.filter((text) => text !== present) };
}
