import type { ModelPreferences } from '@mcp-gen/protocol/author';

/** A model that sampling can use. Its figures are compared with those of the other models, so any unit will do. */
export interface Model {
  /** Its name. Hints of servers are matched against it. */
  readonly name: string;
  /** Its cost: lower is better. Default: halfway between the other models. */
  readonly cost?: number | undefined;
  /** Its speed: higher is better. Default: halfway between the other models. */
  readonly speed?: number | undefined;
  /** Its capability: higher is better. Default: halfway between the other models. */
  readonly intelligence?: number | undefined;
}

/**
 * Returns the model that matches the preferences of a server best (specification: Sampling, Model Preferences).
 *
 * Hints are applied first, in order: the first hint that is part of the name of a model (ignoring case) selects only those models.
 * Priorities decide among the selected models. Each figure is scaled from 0 (the worst of these models) to 1 (the best) and multiplied by
 * its priority; a missing figure counts as 0.5. On a tie, the first model is returned, so list the models in your order of preference.
 *
 * @example
 * ```ts
 * import { chooseModel } from '@mcp-gen/sdk/client';
 *
 * const models = [
 *   { name: 'large-2', cost: 15, speed: 40, intelligence: 9 },
 *   { name: 'small-2', cost: 1, speed: 120, intelligence: 6 },
 * ];
 * console.log(chooseModel({ costPriority: 0.8, intelligencePriority: 0.3 }, models)?.name); // small-2
 * ```
 * @deprecated From revision 2026-07-28 on, and supported: servers call the API of a model's provider instead.
 * @returns undefined if the list of models is empty.
 */
export function chooseModel<Choice extends Model>(
  { hints = [], costPriority = 0, speedPriority = 0, intelligencePriority = 0 }: ModelPreferences,
  models: readonly Choice[],
): Choice | undefined {
  const choices = hinted(hints, models);
  const cost = scale(choices.map((model) => negative(model.cost)));
  const speed = scale(choices.map((model) => model.speed));
  const intelligence = scale(choices.map((model) => model.intelligence));
  const score = (model: Choice): number =>
    costPriority * cost(negative(model.cost)) +
    speedPriority * speed(model.speed) +
    intelligencePriority * intelligence(model.intelligence);
  let best: { readonly model: Choice; readonly score: number } | undefined;
  for (const model of choices) {
    const scored = score(model);
    if (best === undefined || scored > best.score) best = { model, score: scored };
  }
  return best?.model;
}

function hinted<Choice extends Model>(
  hints: readonly { readonly name?: string }[],
  models: readonly Choice[],
): readonly Choice[] {
  for (const { name = '' } of hints) {
    const wanted = name.toLowerCase();
    const fitting = wanted === '' ? [] : models.filter((model) => model.name.toLowerCase().includes(wanted));
    if (fitting.length > 0) return fitting;
  }
  return models;
}

/** Scales a figure to its position between the minimum and the maximum, from 0 to 1. */
function scale(figures: readonly (number | undefined)[]): (figure: number | undefined) => number {
  const known = figures.filter((figure) => figure !== undefined);
  const least = Math.min(...known);
  const range = Math.max(...known) - least;
  return (figure) => (figure === undefined || range === 0 ? 0.5 : (figure - least) / range);
}

function negative(figure: number | undefined): number | undefined {
  return figure === undefined ? undefined : -figure;
}
