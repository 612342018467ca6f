import type { Operation } from '../openapi/operation.js';
import { selectOperations, type Selection } from '../openapi/select.js';
import { newSettings, type Settings } from '../openapi/toolSettings.js';
import { InputError } from '../problems.js';
import { tokensOf } from '../openapi/tokens.js';
import { apiOf, makeTools, type Api } from '../openapi/toolSet.js';
import { printableLine } from '../printable.js';
import { splitList } from './options.js';
import { UsageError } from './outcome.js';
import { count } from './phrases.js';
import type { Terminal } from './terminal.js';

/** The most tools that a server gets without a choice: models choose badly among more. */
const MOST_TOOLS = 100;
/** The most operations that are listed one by one. Of a larger document, tags are listed. */
const MOST_LISTED = 60;

/** What a user can choose: one operation, or those of one tag. */
interface Choice {
  readonly label: string;
  readonly operations: readonly Operation[];
}

/**
 * Returns the operations for a new server: those that options select, or those that the user chooses, or all.
 *
 * @throws {UsageError} if there are too many, and nobody chooses
 */
export async function chooseOperations(
  api: Api,
  selection: Selection,
  all: boolean,
  { prompt, note }: Terminal,
): Promise<readonly Operation[]> {
  const isSelected = Object.values(selection).some((list) => list !== undefined);
  const operations = isSelected ? selectOperations(api.operations, selection) : api.operations;
  if (isSelected || all) return operations;
  if (prompt !== undefined) {
    const choices = choicesOf(api);
    note(choices.map(({ label }, index) => `${String(index + 1).padStart(4)}  ${label}`).join('\n'));
    // Enter is not enough for more tools than a server gets without a choice.
    const isMany = operations.length > MOST_TOOLS;
    const hint = isMany ? `, or all ${operations.length} operations (type all)` : ' (all)';
    return prompt(async (ask) => {
      for (;;) {
        const answer = await ask(`Which of them become tools, for example 1-3,7${hint}: `);
        if (answer === 'all' || (answer === '' && !isMany)) return operations;
        try {
          const chosen = new Set(readChoice(answer, choices));
          return operations.filter((operation) => chosen.has(operation));
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
          note(error.message);
        }
      }
    });
  }
  if (operations.length <= MOST_TOOLS) return operations;
  const tags = tagsOf(operations).map(({ label }) => `  ${label}`);
  throw new UsageError(
    `${api.document.name} has ${operations.length} operations, too many for the tools of one server. Choose some with --tag, --path, or --method, or all with --all. Its tags:\n${tags.join('\n')}`,
  );
}

function choicesOf({ document, compile, operations }: Api): readonly Choice[] {
  if (operations.length > MOST_LISTED) return tagsOf(operations);
  // What cannot be expressed is reported later, of the chosen operations only.
  const scratch = apiOf(document, compile);
  const settings = newSettings('', [], scratch.operations);
  return operations.map((operation, index) => {
    const tools = settings.tools.slice(index, index + 1);
    return { label: labelOf(operation.key, costOf(scratch, { ...settings, tools })), operations: [operation] };
  });
}

function labelOf(name: string, cost: string): string {
  return `${printableLine(name)}  (${printableLine(cost)})`;
}

/** Describes one tool, or what is wrong with it. */
function costOf(api: Api, settings: Settings): string {
  try {
    return makeTools(api, settings)
      .tools.map((tool) => `${tool.name}, about ${tokensOf(tool)} tokens`)
      .join();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

function tagsOf(operations: readonly Operation[]): readonly Choice[] {
  const byTag = new Map<string, Operation[]>();
  for (const operation of operations) {
    for (const tag of operation.tags.length > 0 ? new Set(operation.tags) : ['without a tag']) {
      const own = byTag.get(tag);
      if (own === undefined) byTag.set(tag, [operation]);
      else own.push(operation);
    }
  }
  return [...byTag].map(([tag, own]) => ({
    label: labelOf(tag, count(own.length, 'operation')),
    operations: own,
  }));
}

/** Returns the chosen operations; those of several tags may be there several times. @throws {UsageError} if the answer is invalid */
function readChoice(answer: string, choices: readonly Choice[]): readonly Operation[] {
  const parts = splitList(answer);
  return (parts.length > 0 ? parts : [answer]).flatMap((part) => {
    const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (!(first >= 1 && last >= first && last <= choices.length)) {
      throw new UsageError(
        `Invalid choice ${JSON.stringify(part)}. Expected numbers from 1 to ${choices.length}, or all.`,
      );
    }
    return choices.slice(first - 1, last).flatMap(({ operations }) => operations);
  });
}
