/** Takes the prose out of a schema.ts, so that a person can restate it. Tags that say what values are stay. */

const KEPT = /^@(format|minimum|maximum|minItems|maxItems|TJS-\S+|nullable|internal|deprecated)\b/;

/** Each doc comment is replaced by its tags; one that has none goes. */
export function withoutProse(text: string): string {
  return text.replaceAll(/^([ \t]*)\/\*\*[^]*?\*\/[ \t]*\r?\n/gm, (comment: string, indent: string) => {
    const lines = comment.split('\n').map((line) =>
      line
        .replace(/^\s*(\/\*\*|\*\/|\*)?\s?/, '')
        .replace(/\*\/\s*$/, '')
        .trim(),
    );
    const tags = lines.filter((line) => KEPT.test(line)).map((line) => line.replace(/^(@deprecated)\b.*/, '$1'));
    return tags.length === 0 ? '' : `${indent}/** ${tags.join(`\n${indent} * `)} */\n`;
  });
}
