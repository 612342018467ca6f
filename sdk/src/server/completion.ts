import { describe } from '@mcp-gen/runtime/options';
import type { CompleteRequestParams } from '@mcp-gen/protocol/author';
import { rank, type Suggestions as Ranked } from '../completion/rank.js';
import type { ArgumentCompleter, SuggestedPart } from './argumentCompleter.js';
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
): Promise<Ranked> {
  if (completer === undefined) return { values: [], total: 0, hasMore: false };
  if (typeof completer !== 'function') return rank(completer, typed);
  const suggested: unknown = await completer(typed, others, context);
  const { values, total = 0 } = isList(suggested)
    ? { values: suggested }
    : ((suggested ?? {}) as Partial<SuggestedPart>);
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
