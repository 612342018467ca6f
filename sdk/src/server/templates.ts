import { checkOptions, FUNCTION, listOf, OBJECT, oneOf, STRING, type OptionTable } from '@mcp-gen/runtime/options';
import type { Annotations, ResourceTemplate } from '@mcp-gen/protocol/author';
import type { ResourceReturn } from '../content/index.js';
import {
  ALLOWED_VALUES,
  UriTemplate,
  type AllowedValue,
  type Specificity,
  type TemplateMatch,
  type TemplateVariables,
  type Units,
  type Uri,
} from '../uri/index.js';
import type { ArgumentCompleter } from './argumentCompleter.js';
import type { Context } from './context.js';
import { type Access, ENTRY_OPTIONS, type EntryOptions, metadata } from './entryOptions.js';
import { checkHandler } from './checkHandler.js';
import { defined } from '../properties.js';
import { legalIcons } from '../icons.js';
import type { ResourceLister } from './resourceLister.js';

export const TEMPLATE_OPTIONS: OptionTable<ResourceTemplateOptions<string>> = {
  ...ENTRY_OPTIONS,
  name: STRING,
  mimeType: STRING,
  annotations: OBJECT,
  complete: OBJECT,
  allow: listOf(ALLOWED_VALUES.join(', '), oneOf(...ALLOWED_VALUES)),
  list: FUNCTION,
};

/** The variable names of a template, as far as its type shows them. */
export type VariableOf<Template extends string> = keyof TemplateVariables<Template> & string;

/** Options of the resources of a template. */
export interface ResourceTemplateOptions<Template extends string> extends EntryOptions {
  /** A programmatic name. Default: the template. */
  readonly name?: string | undefined;
  /** The MIME type of all resources of the template, if they have the same one. Default: depends on the content of each. */
  readonly mimeType?: string | undefined;
  /** Their audience, priority, and time of the last change. Default: none. */
  readonly annotations?: Annotations | undefined;
  /** Suggests values of the variables (specification: Completion). Default: none. */
  readonly complete?: { readonly [Name in VariableOf<Template>]?: ArgumentCompleter | undefined } | undefined;
  /**
   * Values of `{+name}`, `{#name}`, and `{/name*}` to accept although they can lead out of a folder: `absolute` paths (with a leading
   * slash, backslash, or drive letter), paths with `backslashes`, or strings with `controls` (control characters, such as line breaks). With
   * `slashes`, `{name}` matches encoded slashes, too (`%2F`): its value is then a relative path. A URI with any other such value is not
   * found. Default: none.
   */
  readonly allow?: readonly AllowedValue[] | undefined;
  /**
   * Lists resources of the template, after the registered ones, with pages and a cursor of its own. Resources that the caller may not read
   * are left out. Call `server.listChanged('resources/list')` when it returns others. Default: none.
   */
  readonly list?: ResourceLister | undefined;
}

/** The content of a resource of a template; undefined if the resource does not exist. */
export type ResourceTemplateReturn = ResourceReturn | undefined;

/** Reads a resource of a template. Returns undefined if it does not exist. */
export type ResourceTemplateHandler<Template extends string> = (
  variables: TemplateVariables<Template>,
  context: Context,
  uri: Uri,
) => ResourceTemplateReturn | Promise<ResourceTemplateReturn>;

/** A registered template. */
export interface TemplateEntry {
  readonly template: ResourceTemplate;
  readonly access: Access | undefined;
  readonly list: ResourceLister | undefined;
  readonly complete: { readonly [name: string]: ArgumentCompleter | undefined };
  readonly match: (uri: Units) => TemplateMatch<object> | undefined;
  readonly resembles: (uri: Units) => boolean;
  readonly specificity: Specificity;
  readonly handler: (
    variables: object,
    context: Context,
    uri: Uri,
  ) => ResourceTemplateReturn | Promise<ResourceTemplateReturn>;
}

/** @throws {TypeError} if the template or an option is invalid. The message names the place. */
export function templateEntry<Template extends string>(
  uriTemplate: Template,
  options: ResourceTemplateOptions<Template>,
  handler: ResourceTemplateHandler<Template>,
): TemplateEntry {
  const what = `the template ${uriTemplate}`;
  checkHandler(what, handler, options);
  checkOptions(what, options, TEMPLATE_OPTIONS);
  const icons = legalIcons(what, options.icons);
  const { name = uriTemplate, complete = {}, allow = [], list, access, meta, ...described } = options;
  const template = new UriTemplate<string>(uriTemplate, allow);
  const unknown = Object.keys(complete).find((variable) => !template.variables.includes(variable));
  if (unknown !== undefined) {
    throw new TypeError(
      `Unknown variable ${JSON.stringify(unknown)} in "complete" of ${what}. Variables: ${template.variables.join(', ')}`,
    );
  }
  return {
    template: { uriTemplate, name, ...defined({ ...described, icons }), ...metadata(meta, what) },
    access,
    list,
    complete,
    match: (uri) => template.matchUnits(uri),
    resembles: (uri) => template.resembles(uri),
    specificity: template.specificity,
    handler: handler as TemplateEntry['handler'],
  };
}
