import type { Annotations, Icon, MetaObject, ResourceTemplate } from '@mcp-gen/protocol/author';
import type { ResourceReturn } from '../content/index.js';
import { UriTemplate } from '../uri/template.js';
import type { Uri } from '../uri/uri.js';
import type { Access } from './access.js';
import type { Completer } from './completion.js';
import type { Context } from './context.js';

/** The names of the variables of a template, as far as they can be read off its type. */
export type VariableOf<Template extends string> = string extends Template
  ? string
  : Template extends `${string}{${infer Expression}}${infer Rest}`
    ? NamesOf<WithoutOperator<Expression>> | VariableOf<Rest>
    : never;

type WithoutOperator<Expression extends string> =
  Expression extends `${'+' | '#' | '.' | '/' | ';' | '?' | '&'}${infer Names}` ? Names : Expression;

type NamesOf<Names extends string> = Names extends `${infer First},${infer Rest}`
  ? NameOf<First> | NamesOf<Rest>
  : NameOf<Names>;

type NameOf<Spec extends string> = Spec extends `${infer Name}*` | `${infer Name}:${string}` ? Name : Spec;

/** What the resources of a template are, beside their URIs and what reads them. */
export interface TemplateOptions<Template extends string> {
  /** Default: the template. */
  readonly name?: string;
  /** A name for people. */
  readonly title?: string;
  readonly description?: string;
  /** Of all the resources, if they have the same. */
  readonly mimeType?: string;
  readonly annotations?: Annotations;
  readonly icons?: Icon[];
  /** Suggests values of the variables. */
  readonly complete?: { readonly [Name in VariableOf<Template>]?: Completer };
  readonly access?: Access;
  readonly meta?: MetaObject;
}

/** Reads a resource of a template. */
export type TemplateHandler<Template extends string> = (
  variables: { readonly [Name in VariableOf<Template>]: string },
  context: Context,
  uri: Uri,
) => ResourceReturn | Promise<ResourceReturn>;

/** A template that has been registered. */
export interface TemplateEntry {
  readonly template: ResourceTemplate;
  readonly access: Access | undefined;
  readonly complete: { readonly [name: string]: Completer | undefined };
  readonly match: (uri: string) => { readonly [name: string]: string } | undefined;
  readonly handler: (
    variables: { readonly [name: string]: string },
    context: Context,
    uri: Uri,
  ) => ResourceReturn | Promise<ResourceReturn>;
}

/** @throws {TypeError} if the template cannot be one, saying where. */
export function templateEntry<Template extends string>(
  uriTemplate: Template,
  options: TemplateOptions<Template>,
  handler: TemplateHandler<Template>,
): TemplateEntry {
  const { name = uriTemplate, complete = {}, access, meta, ...described } = options;
  const template = new UriTemplate(uriTemplate);
  const unknown = Object.keys(complete).find((variable) => !template.variables.includes(variable));
  if (unknown !== undefined) {
    throw new TypeError(`The template ${uriTemplate} has no variable ${unknown} to complete`);
  }
  return {
    template: { uriTemplate, name, ...described, ...(meta && { _meta: meta }) },
    access,
    complete,
    match: (uri) => template.match(uri),
    handler: handler as TemplateEntry['handler'],
  };
}
