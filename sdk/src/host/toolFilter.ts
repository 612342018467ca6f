import { kind, nearest, type OptionKind, type OptionTable } from '@mcp-gen/runtime/options';
import { isObject } from '@mcp-gen/runtime/codegen/v1';

/** Selects tools of a server by their names on the server. In a name, `*` matches any characters: `read_*`. */
export interface ToolFilterOptions {
  /** The tools that are offered. Default: all. */
  readonly include?: readonly string[] | undefined;
  /** The tools that are not offered, even if `include` matches them. Default: none. */
  readonly exclude?: readonly string[] | undefined;
}

const NAMES = kind('an array of names', isNameList);

/** {@link ToolFilterOptions}. */
export const TOOL_FILTER: OptionTable<ToolFilterOptions> = { include: NAMES, exclude: NAMES };

/** The filters of the servers of a host, by server. */
export const TOOL_FILTERS: OptionKind = kind(
  'an array of names, or an object with the arrays include and exclude, for each server',
  (given) => isObject(given) && Object.values(given).every((filter) => isNameList(filter) || isToolFilter(filter)),
);

/** Returns whether a value is a filter without other properties. */
export function isToolFilter(value: unknown): value is ToolFilterOptions {
  if (!isObject(value) || Object.keys(value).some((name) => !Object.hasOwn(TOOL_FILTER, name))) return false;
  return Object.values(value).every((names) => names === undefined || isNameList(names));
}

/** Returns whether a value is an array of names. */
export function isNameList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== '');
}

/** The filters of one server. A tool must pass all of them. */
export class ToolFilter {
  readonly #server: string;
  readonly #filters: readonly ToolFilterOptions[];
  readonly #report: (error: unknown) => void;
  /** Names that have already been reported. */
  readonly #reported = new Set<string>();

  /**
   * @param server the name of the server, for reports
   * @param report called for names that match no tool and are probably misspelled
   */
  constructor(server: string, filters: readonly ToolFilterOptions[], report: (error: unknown) => void) {
    this.#server = server;
    this.#filters = filters;
    this.#report = report;
  }

  /** Returns the tools that pass the filters. */
  apply<Tool extends { readonly original: string }>(tools: readonly Tool[]): readonly Tool[] {
    if (this.#filters.length === 0) return tools;
    const names = tools.map(({ original }) => original);
    for (const { include = [], exclude = [] } of this.#filters) {
      // A pattern in `exclude` that matches no tool may be a precaution.
      const excluded = exclude.filter((name) => !name.includes('*'));
      for (const name of [...include, ...excluded]) this.#checkName(name, names);
    }
    return tools.filter(({ original }) => this.#filters.every((filter) => passes(filter, original)));
  }

  #checkName(name: string, names: readonly string[]): void {
    if (this.#reported.has(name) || names.some((each) => matches(name, each))) return;
    this.#reported.add(name);
    const meant = nearest(name, names);
    const hint = meant === undefined ? '' : `. Did you mean ${JSON.stringify(meant)}?`;
    const server = JSON.stringify(this.#server);
    this.#report(
      new Error(
        `The tool filter names ${JSON.stringify(name)}, but the server ${server} does not have this tool${hint}`,
      ),
    );
  }
}

function passes({ include, exclude = [] }: ToolFilterOptions, name: string): boolean {
  const isIncluded = include === undefined || include.some((pattern) => matches(pattern, name));
  return isIncluded && !exclude.some((pattern) => matches(pattern, name));
}

/** Matches each part of the pattern at its first position, in linear time, since names come from servers. */
function matches(pattern: string, name: string): boolean {
  const [start = '', ...parts] = pattern.split('*');
  const end = parts.pop();
  if (end === undefined) return pattern === name;
  if (!name.startsWith(start)) return false;
  let at = start.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - at >= end.length && name.endsWith(end);
}
