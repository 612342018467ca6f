/** Breaks code into lines as `ruff format` does: a group is on one line if it fits, or else each of its line breaks is used. */

/** Code that may be broken into lines. A string has no line breaks. */
export type Layout =
  | string
  | readonly Layout[]
  | { readonly group: Layout }
  | Operation
  | { readonly indent: Layout }
  /** What stands here if the group around it is broken, and if it is not. */
  | { readonly broken: string; readonly flat: string };

/** Expressions with an operator between them, which is a group. */
interface Operation {
  readonly operator: string;
  readonly operands: readonly Layout[];
}

/** A line break, or a space. */
export const LINE: Layout = { broken: '\n', flat: ' ' };
/** A line break, or nothing. */
export const SOFT_LINE: Layout = { broken: '\n', flat: '' };
/** A comma after the last of several parts, if they are on lines of their own. */
export const LAST_COMMA: Layout = { broken: ',', flat: '' };
/** A line break that breaks all groups around it. */
export const HARD_LINE = '\n';

/** The width of lines that `ruff format` has by default. */
const WIDTH = 88;
const INDENT = 4;

/** Returns parts in brackets, each on a line of its own if they do not fit on one. */
export function bracketed(open: string, parts: readonly Layout[], close: string): Layout {
  if (parts.length === 0) return open + close;
  return { group: [open, { indent: [SOFT_LINE, separated(parts, [',', LINE]), LAST_COMMA] }, SOFT_LINE, close] };
}

/** Returns a subscript: `list[Tool]`. A comma after its only part would make it a tuple. */
export function subscript(name: string, parts: readonly Layout[]): Layout {
  if (parts.length > 1) return bracketed(`${name}[`, parts, ']');
  return enclosed(`${name}[`, parts, ']');
}

/** Returns code in brackets, without a comma after it. */
export function enclosed(open: string, inner: Layout, close: string): Layout {
  return { group: [open, { indent: [SOFT_LINE, inner] }, SOFT_LINE, close] };
}

/**
 * Returns an expression after a keyword or a sign. An operation is put in parentheses if it does not fit, unless it can be broken in the
 * brackets that it ends with. Other expressions break in their brackets.
 */
export function expressionAfter(before: string, inner: Layout): Layout {
  if (!isOperation(inner)) return [before, inner];
  const inBrackets = brokenInBrackets(inner);
  if (inBrackets !== undefined) return [before, inBrackets];
  const open: Layout = { broken: '(', flat: '' };
  const close: Layout = { broken: ')', flat: '' };
  return [before, { group: [open, { indent: [SOFT_LINE, inner] }, SOFT_LINE, close] }];
}

/** Returns an operation that is broken in brackets only; undefined if it does not end with some, or has more than one operator of a kind. */
function brokenInBrackets({ operator, operands }: Operation): Layout | undefined {
  const [first = '', last = '', ...more] = operands;
  if (more.length > 0 || !isBracketed(last)) return undefined;
  const left = isOperation(first) ? brokenInBrackets(first) : first;
  return left === undefined ? undefined : [left, ` ${operator} `, last];
}

function isOperation(layout: Layout): layout is Operation {
  return typeof layout === 'object' && 'operator' in layout;
}

function isBracketed(layout: Layout): boolean {
  return typeof layout === 'object' && 'group' in layout;
}

/** Returns parts with something between them. */
export function separated(parts: readonly Layout[], between: Layout): Layout {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]));
}

/** Returns code on one line. */
export function flatText(layout: Layout): string {
  if (typeof layout === 'string') return layout;
  if (isList(layout)) return layout.map(flatText).join('');
  if ('flat' in layout) return layout.flat;
  if ('operator' in layout) return layout.operands.map(flatText).join(` ${layout.operator} `);
  return flatText('group' in layout ? layout.group : layout.indent);
}

/** Returns lines of code. */
export function printLayout(layout: Layout, indent = 0): string {
  const rest: Command[] = [{ layout, indent, isBroken: true }];
  let text = ' '.repeat(indent);
  let column = indent;
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { layout: part, indent: depth, isBroken } = next;
    if (typeof part === 'string' || 'broken' in part) {
      const piece = typeof part === 'string' ? part : isBroken ? part.broken : part.flat;
      if (piece === '\n') {
        text = `${text.trimEnd()}\n${' '.repeat(depth)}`;
        column = depth;
      } else {
        text += piece;
        column += piece.length;
      }
    } else if (isList(part)) rest.push(...part.map((each) => ({ ...next, layout: each })).toReversed());
    else if ('indent' in part) rest.push({ layout: part.indent, indent: depth + INDENT, isBroken });
    else {
      const flat: Command = { layout: contentOf(part), indent: depth, isBroken: false };
      rest.push(fits([...rest, flat], WIDTH - column) ? flat : { ...flat, isBroken: true });
    }
  }
  return text;
}

/** Returns what a group consists of. */
function contentOf(group: { readonly group: Layout } | Operation): Layout {
  return 'group' in group ? group.group : separated(group.operands, [LINE, `${group.operator} `]);
}

/** Code to print, and how. */
interface Command {
  readonly layout: Layout;
  readonly indent: number;
  readonly isBroken: boolean;
}

/** Returns whether everything up to the next line break fits into a width. The last command comes first. */
function fits(commands: readonly Command[], width: number): boolean {
  const rest = [...commands];
  let left = width;
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { layout: part, isBroken } = next;
    if (typeof part === 'string' || 'broken' in part) {
      const piece = typeof part === 'string' ? part : isBroken ? part.broken : part.flat;
      // A line break that must be there does not fit into a group on one line.
      if (piece === '\n') return isBroken;
      left -= piece.length;
      if (left < 0) return false;
    } else if (isList(part)) rest.push(...part.map((each) => ({ ...next, layout: each })).toReversed());
    else if ('indent' in part) rest.push({ ...next, layout: part.indent });
    else rest.push({ ...next, layout: contentOf(part) });
  }
  return true;
}

function isList(layout: Layout): layout is readonly Layout[] {
  return Array.isArray(layout);
}
