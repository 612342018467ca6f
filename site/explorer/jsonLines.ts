/** JSON as lines, each with the JSON Pointer of the value that begins in it. */

/** A line. */
export interface Line {
  readonly text: string;
  /** Undefined for a line that only closes an object or an array. */
  readonly pointer: string | undefined;
}

/** Lays out a value with two spaces a level. */
export function jsonLines(value: unknown): readonly Line[] {
  const lines: Line[] = [];
  const add = (value: unknown, pointer: string, indent: string, before: string, after: string): void => {
    const entries = entriesOf(value);
    if (entries === undefined || entries.length === 0) {
      lines.push({ text: `${indent}${before}${JSON.stringify(value)}${after}`, pointer });
      return;
    }
    const [open, close] = Array.isArray(value) ? '[]' : '{}';
    lines.push({ text: `${indent}${before}${open}`, pointer });
    entries.forEach(([key, item], index) => {
      const name = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `;
      add(item, `${pointer}/${escaped(key)}`, `${indent}  `, name, index < entries.length - 1 ? ',' : '');
    });
    lines.push({ text: `${indent}${close}${after}`, pointer: undefined });
  };
  add(value, '', '', '', '');
  return lines;
}

/** Returns the numbers of the lines that pointers name. A pointer to something that is missing names what it is missing in. */
export function linesAt(lines: readonly Line[], pointers: readonly string[]): ReadonlySet<number> {
  const numbers = new Map(lines.map(({ pointer }, index) => [pointer, index]));
  const found = new Set<number>();
  for (const pointer of pointers) {
    let path = pointer;
    while (path !== '' && !numbers.has(path)) path = path.slice(0, path.lastIndexOf('/'));
    found.add(numbers.get(path) ?? 0);
  }
  return found;
}

/** Returns the numbers of the lines that another value does not have at their place. */
export function linesNotIn(lines: readonly Line[], others: readonly Line[]): ReadonlySet<number> {
  const bare = ({ text, pointer }: Line): string => `${pointer} ${text.trim().replace(/,$/, '')}`;
  const known = new Set(others.filter(({ pointer }) => pointer !== undefined).map(bare));
  return new Set(lines.flatMap((line, index) => (line.pointer === undefined || known.has(bare(line)) ? [] : [index])));
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
