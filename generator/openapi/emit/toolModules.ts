/** Assigns tools to modules: one for each tag. */

import { fileNames } from '../../write/fileNames.js';
import { isIdentifier } from '../../print/code.js';
import { camelCase, pascalCase } from '../../words.js';
import type { ApiTool } from '../tool.js';

/** The module of a tag, in `src/generated` and in `src/tools`. */
export interface ToolModule {
  /** Its tag, as the document writes it. */
  readonly tag: string;
  /** Its file, without the extension. */
  readonly file: string;
  /** The function that adds its tools to a server: `addPets`. */
  readonly add: string;
  readonly tools: readonly NamedTool[];
}

/** A tool, and the name of its constant. */
export interface NamedTool {
  readonly tool: ApiTool;
  readonly constant: string;
}

/** The tag of operations without tags. */
const NO_TAG = 'tools';

/** Files that `src/generated` has otherwise. */
const TAKEN = ['api', 'examples'];

/** Returns the modules of tools, in the order of the tags. A tool with several operations belongs to the tag of the first. */
export function modulesOf(tools: readonly ApiTool[]): readonly ToolModule[] {
  const byTag = new Map<string, ApiTool[]>();
  for (const tool of tools) {
    const tag = tool.calls[0]?.call.operation.tag ?? NO_TAG;
    byTag.set(tag, [...(byTag.get(tag) ?? []), tool]);
  }
  const tags = [...byTag.keys()];
  // The names of files have only ASCII letters and digits.
  const names = tags.map((tag) => (/[a-z0-9]/i.test(tag) ? tag : NO_TAG));
  const files = fileNames([...TAKEN, ...names], '').slice(TAKEN.length);
  const functions = new Set<string>();
  return tags.map((tag, index) => {
    const file = files[index] ?? '';
    const add = unused(`add${pascalCase(file)}`, functions);
    const constants = new Set([add]);
    const named = (byTag.get(tag) ?? []).map((tool) => ({ tool, constant: constantOf(tool.name, constants) }));
    return { tag, file, add, tools: named };
  });
}

/** Names that the modules have otherwise. */
const RESERVED = new Set(['schema', 'server', 'api', 'context', 'args', 'data']);

function constantOf(name: string, taken: Set<string>): string {
  const plain = camelCase(name);
  return unused(isIdentifier(plain) && !RESERVED.has(plain) ? plain : `${plain}Tool`, taken);
}

/** Returns a name, with a number if it is taken, and takes it. */
function unused(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
  taken.add(name);
  return name;
}
