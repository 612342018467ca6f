/** Finds the registration of a URI. */

import { compareSpecificity, parseUri, plainSpellings, readUri, type RefusedValue, type Uri } from '../uri/index.js';
import { isAllowed, type Access } from './entryOptions.js';
import type { Catalog, RegisteredEntry } from './catalog.js';
import type { Context } from './context.js';
import type { TemplateEntry } from './templates.js';

/** The registration that matches a URI, with the values of a template's variables. */
export type Match<Resource> =
  | { readonly resource: Resource }
  | { readonly template: TemplateEntry; readonly variables: object };

type Guarded = { readonly access: Access | undefined };

/** Prepared registrations to compare with URIs, created once for each state of the catalogs. */
interface Index {
  readonly resources: ReadonlyMap<string, readonly RegisteredEntry<Guarded>[]>;
  /** Most specific first. */
  readonly templates: readonly RegisteredEntry<TemplateEntry>[];
}

/**
 * Finds the registration that matches a URI: the resource with this URI, or else the most specific template. Of two templates, the one with
 * more literal characters is more specific; then the one with fewer variables that match several segments; then the one with fewer
 * variables; then the one that was registered first.
 *
 * Only this registration applies: if it is disabled, denies the caller, or refuses a value, broader templates are not tried. A handler of a
 * broad template could treat another spelling of a URI as the same resource: `a://b//c`, `a://b/c/`, `a://b/%2Fc`, or `a://b/c?` for
 * `a://b/c`. Therefore a more specific registration that matches the plain spelling is checked, too.
 */
export class Lookup<Resource extends Guarded> {
  readonly #resources: Catalog<Resource>;
  readonly #templates: Catalog<TemplateEntry>;
  #index: Index | undefined;
  #indexed: readonly unknown[] = [];

  constructor(resources: Catalog<Resource>, templates: Catalog<TemplateEntry>) {
    this.#resources = resources;
    this.#templates = templates;
  }

  /**
   * Returns `refused` if a URI matches a registration that the caller may not use, and undefined if it matches none.
   *
   * @param onRefused called with a value that a template refuses to a caller who may use it
   */
  find(
    uri: Uri,
    context: Context,
    onRefused?: (template: TemplateEntry, value: RefusedValue) => void,
  ): Match<Resource> | 'refused' | undefined {
    const resource = this.#resources.find(uri.href);
    if (resource !== undefined) return mayUse(resource, context) ? { resource: resource.entry } : 'refused';
    const units = readUri(uri.href);
    if (units === undefined) return undefined;
    const { templates } = this.#compared();
    for (const [index, template] of templates.entries()) {
      const match = template.entry.match(units);
      if (match === undefined) continue;
      if (!mayUse(template, context)) return 'refused';
      if ('refused' in match) {
        onRefused?.(template.entry, match.refused);
        return 'refused';
      }
      const leadsAround = plainSpellings(uri).some((href) => this.#isRefused(href, index, context));
      return leadsAround ? 'refused' : { template: template.entry, variables: match.variables };
    }
    return undefined;
  }

  /** Returns whether the plain spelling of a URI matches a resource, or one of the first `count` templates, that the caller may not use. */
  #isRefused(spelling: string, count: number, context: Context): boolean {
    const { resources, templates } = this.#compared();
    const known = resources.get(spelling);
    if (known !== undefined) return !known.every((resource) => mayUse(resource, context));
    // Parsing a long URI takes time, so it is skipped without templates.
    const units = count === 0 ? undefined : readUri(spelling);
    if (units === undefined) return false;
    const template = templates.slice(0, count).find(({ entry }) => entry.resembles(units));
    return template !== undefined && !mayUse(template, context);
  }

  #compared(): Index {
    const [resources, templates] = [this.#resources.registered, this.#templates.registered];
    if (this.#index === undefined || this.#indexed[0] !== resources || this.#indexed[1] !== templates) {
      this.#indexed = [resources, templates];
      this.#index = { resources: bySpelling(resources), templates: templates.toSorted(bySpecificity) };
    }
    return this.#index;
  }
}

function mayUse({ enabled, entry }: RegisteredEntry<Guarded>, context: Context): boolean {
  return enabled && isAllowed(entry, context);
}

function bySpelling(
  resources: readonly RegisteredEntry<Guarded>[],
): ReadonlyMap<string, readonly RegisteredEntry<Guarded>[]> {
  const known = new Map<string, RegisteredEntry<Guarded>[]>();
  for (const resource of resources) {
    const spelling = plainSpellings(parseUri(resource.key)).at(-1) ?? resource.key;
    known.set(spelling, [...(known.get(spelling) ?? []), resource]);
  }
  return known;
}

function bySpecificity(one: RegisteredEntry<TemplateEntry>, other: RegisteredEntry<TemplateEntry>): number {
  return compareSpecificity(one.entry.specificity, other.entry.specificity);
}
