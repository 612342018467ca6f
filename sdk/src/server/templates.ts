import type { Annotations, ResourceTemplate } from '@mcp-gen/protocol/author';
import type { ResourceReturn } from '../content/index.js';
import {
  ALLOWED_VALUES,
  UriTemplate,
  type AllowedValue,
  type Specificity,
  type TemplateVariables,
  type Units,
  type Uri,
} from '../uri/index.js';
import type { Access } from './access.js';
import type { ArgumentCompleter } from './completer.js';
import type { Context } from './context.js';
import type { EntryOptions } from './entryOptions.js';
import { checkAccess, checkHandler } from './given.js';
import { defined } from '../defined.js';
import { checkIcons } from '../icons.js';
import { checkOptions, type OptionNames } from '../options.js';
import { metadata } from './metadata.js';

const OPTIONS: OptionNames<TemplateOptions<string>> = {
  name: true,
  title: true,
  description: true,
  mimeType: true,
  annotations: true,
  icons: true,
  complete: true,
  allow: true,
  access: true,
  meta: true,
};

/** The names of the variables of a template, as far as they can be read off its type. */
export type VariableOf<Template extends string> = keyof TemplateVariables<Template> & string;

/** What the resources of a template are, beside their URIs and what reads them. */
export interface TemplateOptions<Template extends string> extends EntryOptions {
  /** A name for programs. Default: the template. */
  readonly name?: string | undefined;
  /** The MIME type of all the resources, if they have the same. Default: it is known when one has been read. */
  readonly mimeType?: string | undefined;
  /** Their audience, their priority, and when they were last changed. Default: none. */
  readonly annotations?: Annotations | undefined;
  /** Suggests values of the variables (specification: Completion). Default: none. */
  readonly complete?: { readonly [Name in VariableOf<Template>]?: ArgumentCompleter } | undefined;
  /**
   * Values of `{+name}`, `{#name}`, and `{/name*}` to accept although they can lead out of a folder: paths that are `absolute` (they
   * begin with a slash, a backslash, or the letter of a drive), paths with `backslashes`, or text with `controls` (control characters,
   * such as line breaks). A URI with another such value is not found. Default: none.
   */
  readonly allow?: readonly AllowedValue[] | undefined;
}

/** What a resource of a template holds: nothing, if the template has no such resource. */
export type TemplateReturn = ResourceReturn | undefined;

/** Reads a resource of a template, or returns nothing if there is none. */
export type TemplateHandler<Template extends string> = (
  variables: TemplateVariables<Template>,
  context: Context,
  uri: Uri,
) => TemplateReturn | Promise<TemplateReturn>;

/** A template that has been registered. */
export interface TemplateEntry {
  readonly template: ResourceTemplate;
  readonly access: Access | undefined;
  readonly complete: { readonly [name: string]: ArgumentCompleter | undefined };
  readonly match: (uri: Units) => object | 'refused' | undefined;
  readonly resembles: (uri: Units) => boolean;
  readonly specificity: Specificity;
  readonly handler: (variables: object, context: Context, uri: Uri) => TemplateReturn | Promise<TemplateReturn>;
}

/** @throws {TypeError} if the template cannot be one, saying where. */
export function templateEntry<Template extends string>(
  uriTemplate: Template,
  options: TemplateOptions<Template>,
  handler: TemplateHandler<Template>,
): TemplateEntry {
  const what = `the template ${uriTemplate}`;
  checkHandler(what, handler, options);
  checkOptions(what, options, OPTIONS);
  checkAccess(what, options.access);
  checkIcons(what, options.icons);
  const { name = uriTemplate, complete = {}, allow = [], access, meta, ...described } = options;
  checkAllowed(what, allow);
  const template = new UriTemplate<string>(uriTemplate, allow);
  const unknown = Object.keys(complete).find((variable) => !template.variables.includes(variable));
  if (unknown !== undefined) {
    throw new TypeError(`The template ${uriTemplate} has no variable ${unknown} to complete`);
  }
  return {
    template: { uriTemplate, name, ...defined(described), ...metadata(meta, what) },
    access,
    complete,
    match: (uri) => template.matchUnits(uri),
    resembles: (uri) => template.resembles(uri),
    specificity: template.specificity,
    handler: handler as TemplateEntry['handler'],
  };
}

/** @throws {TypeError} if they are not values that a template can allow. */
function checkAllowed(what: string, allow: readonly AllowedValue[]): void {
  if (Array.isArray(allow) && allow.every((each: AllowedValue) => ALLOWED_VALUES.includes(each))) return;
  const given = JSON.stringify(allow);
  throw new TypeError(
    `Invalid option "allow" for ${what}: expected an array of ${ALLOWED_VALUES.join(', ')}, got ${given}`,
  );
}
