import { lazy } from '@mcp-gen/runtime';
import { describe } from '@mcp-gen/runtime/options';
import type { CompleteRequestParams } from '@mcp-gen/protocol/author';
import type { ArgumentCompleter, PartialCompletion } from './argumentCompleter.js';
import { callerOf, type Context } from './context.js';
import { unknown } from './errorCodes.js';
import type { Feature, FeatureHost } from './feature.js';
import type { Limits } from './limits.js';
import type { Prompts } from './prompts.js';
import type { Resources } from './resources.js';

/** Maximum number of values in a result (specification: Completion). */
const MOST = 100;

/** Completes the arguments of prompts and the variables of resource templates. */
export class Completion implements Feature {
  readonly advice = 'pass the option complete of prompt arguments and templates';
  readonly capabilities = {};
  readonly handlers: Feature['handlers'];
  readonly #limits: Limits;
  readonly #prompts: Prompts;
  readonly #resources: Resources;

  constructor(prompts: Prompts, resources: Resources, { limits }: Pick<FeatureHost, 'limits'>) {
    this.#limits = limits;
    this.#prompts = prompts;
    this.#resources = resources;
    this.handlers = { 'completion/complete': (params, context) => this.#complete(params, context) };
  }

  get isEmpty(): boolean {
    return !this.#prompts.hasCompleters && !this.#resources.hasCompleters;
  }

  async #complete(params: CompleteRequestParams, context: Context): Promise<object> {
    const admitted = this.#limits.admit('completions', callerOf(context));
    if (admitted !== undefined) await admitted;
    const { argument } = params;
    const completer = this.#find(params, context);
    const completion = await suggest(completer, argument.value, params.context?.arguments ?? {}, context);
    return { completion };
  }

  #find({ ref, argument: { name } }: CompleteRequestParams, context: Context): ArgumentCompleter | undefined {
    if (ref.type === 'ref/prompt') {
      const prompt = this.#prompts.find(ref.name, context);
      if (prompt === undefined) throw unknown('prompt', ref.name);
      return Object.hasOwn(prompt.arguments, name) ? prompt.arguments[name]?.complete : undefined;
    }
    const template = this.#resources.template(ref.uri, context);
    if (template === undefined) throw unknown('resource template', ref.uri);
    return Object.hasOwn(template.complete, name) ? template.complete[name] : undefined;
  }
}

async function suggest(
  completer: ArgumentCompleter | undefined,
  typed: string,
  others: { readonly [argument: string]: string },
  context: Context,
): Promise<RankedValues> {
  if (completer === undefined) return { values: [], total: 0, hasMore: false };
  if (typeof completer !== 'function') return rank(completer, typed);
  const suggested: unknown = await completer(typed, others, context);
  const { values, total = 0 } = isList(suggested)
    ? { values: suggested }
    : ((suggested ?? {}) as Partial<PartialCompletion>);
  if (!isList(values)) {
    throw new TypeError(
      `A completer must return an array of strings ([] for no suggestions) or { values, total }, not ${describe(suggested)}`,
    );
  }
  const all = Math.max(total, values.length);
  return { values: values.slice(0, MOST), total: all, hasMore: all > Math.min(values.length, MOST) };
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** Suggestions in the form of a `completion/complete` result. */
interface RankedValues {
  readonly values: string[];
  /** The total number, including omitted ones. */
  readonly total: number;
  readonly hasMore: boolean;
}

/**
 * Returns the values that match the typed text, best first: those with it as a prefix, then those with a word that has it as a prefix, then
 * those that contain it. Values of the same rank keep their order. Case is ignored, and duplicates are removed.
 */
export function rank(values: Iterable<string>, typed: string): RankedValues {
  const wanted = typed.toLowerCase();
  const ranks: [string[], string[], string[]] = [[], [], []];
  for (const value of new Set(values)) {
    const place = rankOf(value.toLowerCase(), wanted);
    if (place !== undefined) ranks[place].push(value);
  }
  const fitting = ranks.flat();
  return { values: fitting.slice(0, MOST), total: fitting.length, hasMore: fitting.length > MOST };
}

/** The end of a word. */
const WORD_END = lazy(() => new RegExp(String.raw`[\p{L}\p{N}]$`, 'u'));

function rankOf(value: string, wanted: string): 0 | 1 | 2 | undefined {
  const first = value.indexOf(wanted);
  if (first <= 0) return first === 0 ? 0 : undefined;
  for (let at = first; at >= 0; at = value.indexOf(wanted, at + 1)) {
    if (!WORD_END().test(value.slice(Math.max(0, at - 2), at))) return 1;
  }
  return 2;
}
