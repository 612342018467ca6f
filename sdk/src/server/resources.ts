import type { ReadResourceRequestParams, Resource } from '@mcp-gen/protocol/author';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { quote } from '@mcp-gen/runtime/codegen/v1';
import { toResourceResult } from '../content/index.js';
import { encodeIllegal, parseUri, UriError, type RefusedValue, type Uri } from '../uri/index.js';
import { isAllowed } from './entryOptions.js';
import { Catalog, type Updatable } from './catalog.js';
import { admitRequest, clientStateOf, type Context } from './context.js';
import { invalidParams, resourceNotFound } from './errorCodes.js';
import { NotFoundError } from './errors.js';
import type { Feature, FeatureHost } from './feature.js';
import type { Limits } from './limits.js';
import { listPage, placeOf } from './listedResources.js';
import { Lookup, type Match } from './lookup.js';
import { resourceEntry, type ResourceContent, type ResourceEntry, type ResourceOptions } from './resourceEntry.js';
import {
  templateEntry,
  type TemplateEntry,
  type ResourceTemplateHandler,
  type ResourceTemplateOptions,
} from './templates.js';

/** A registered resource. */
export type ResourceRegistration = Updatable<ResourceOptions, ResourceContent>;

/** A registered template. */
export type ResourceTemplateRegistration<Template extends string> = Updatable<
  ResourceTemplateOptions<Template>,
  ResourceTemplateHandler<Template>
>;

/** The resources and resource templates of a server. */
export class Resources implements Feature {
  readonly advice =
    'register resources with server.resource(uri, options, content) or server.resourceTemplate(uriTemplate, options, handler)';
  readonly capabilities = { resources: { listChanged: true } };
  readonly handlers: Feature['handlers'];
  readonly #resources: Catalog<ResourceEntry>;
  readonly #templates: Catalog<TemplateEntry>;
  readonly #lookup: Lookup<ResourceEntry>;
  readonly #limits: Limits;
  readonly #pageSize: number;
  readonly #listLimit: number;
  readonly #report: FeatureHost['report'];
  readonly #checkCompletions: FeatureHost['checkCompletions'];
  /** What was reported once. */
  readonly #reported = new Set<string>();

  constructor({ pageSize, listLimit, listChanged, limits, report, checkCompletions }: FeatureHost) {
    this.#checkCompletions = checkCompletions;
    this.#limits = limits;
    this.#pageSize = pageSize;
    this.#listLimit = listLimit;
    this.#report = report;
    const onChange = (): void => listChanged(Method.notificationsResourcesListChanged);
    this.#resources = new Catalog({ kind: 'resource', listed: ({ resource }) => resource, onChange });
    this.#templates = new Catalog({ kind: 'resource template', listed: ({ template }) => template, onChange });
    this.#lookup = new Lookup(this.#resources, this.#templates);
    this.handlers = {
      'resources/list': ({ cursor }, context) => this.#list(cursor, context),
      'resources/templates/list': (params, context) => {
        const visible = (entry: TemplateEntry): boolean => isAllowed(entry, context);
        const { entries, ...next } = this.#templates.page(params.cursor, pageSize, visible);
        return { resourceTemplates: entries.map(({ template }) => template), ...next };
      },
      'resources/read': (params, context) => this.#read(params, context),
      'resources/subscribe': (params, context) => this.#subscribe(params.uri, context),
      'resources/unsubscribe': ({ uri }, context) => {
        const { subscriptions, keep } = clientStateOf(context);
        subscriptions.remove(parsed(uri).href);
        keep();
        return {};
      },
    };
  }

  get isEmpty(): boolean {
    return this.#resources.size + this.#templates.size === 0;
  }

  /** Whether values of a template's variable can be completed. */
  get hasCompleters(): boolean {
    return this.#templates.registered.some(({ entry }) => hasCompleters(entry));
  }

  /** Whether every caller receives the same lists. */
  get isShared(): boolean {
    return this.#resources.isShared && this.#templates.isShared && !this.#hasLists;
  }

  /** Whether a function lists resources: it may list others for each caller. */
  get #hasLists(): boolean {
    return this.#templates.entries.some(({ entry }) => entry.list !== undefined);
  }

  /** Returns the normalized URI of a resource; undefined if it does not exist for the caller. */
  find(given: string, context: Context): string | undefined {
    try {
      const uri = parseUri(given);
      const found = this.#lookup.find(uri, context);
      return found === undefined || found === 'refused' ? undefined : uri.href;
    } catch (error) {
      if (error instanceof UriError) return undefined;
      throw error;
    }
  }

  /** @throws {TypeError} if the resource is invalid. */
  add(uri: string, options: ResourceOptions, given: ResourceContent): ResourceRegistration {
    // A variable is a mistake here, and not a character to encode.
    if (/\{[^{}]*\}/.test(uri))
      throw new TypeError(
        `The URI ${quote(uri)} has variables: use server.resourceTemplate(uriTemplate, options, handler)`,
      );
    const parsed = parseUri(encodeIllegal(uri));
    const make = (options: ResourceOptions, given: ResourceContent): ResourceEntry =>
      resourceEntry(uri, parsed, options, given);
    return this.#resources.register(parsed.href, make, options, given);
  }

  /** @throws {TypeError} if the template is invalid. The message names the place. */
  addTemplate<Template extends string>(
    uriTemplate: Template,
    options: ResourceTemplateOptions<Template>,
    handler: ResourceTemplateHandler<Template>,
  ): ResourceTemplateRegistration<Template> {
    const make = (
      options: ResourceTemplateOptions<Template>,
      handler: ResourceTemplateHandler<Template>,
    ): TemplateEntry => {
      const entry = templateEntry(uriTemplate, options, handler);
      if (hasCompleters(entry)) this.#checkCompletions();
      return entry;
    };
    return this.#templates.register(uriTemplate, make, options, handler);
  }

  /** Returns the template of a reference in a completion request, if the caller may see it. */
  template(uriTemplate: string, context: Context): TemplateEntry | undefined {
    const entry = this.#templates.get(uriTemplate);
    return entry && isAllowed(entry, context) ? entry : undefined;
  }

  /**
   * Returns whether a URI matches a registration that the caller may not use.
   *
   * @param href the normalized URI
   */
  isRefused(href: string, context: Context): boolean {
    return this.#lookup.find(parseUri(href), context) === 'refused';
  }

  /** Lists the registered resources, then those of the templates. */
  #list(cursor: string | undefined, context: Context): object | Promise<object> {
    const place = cursor === undefined ? undefined : placeOf(cursor);
    let first: readonly Resource[] = [];
    if (place === undefined) {
      const visible = (entry: ResourceEntry): boolean => isAllowed(entry, context);
      const { entries, ...next } = this.#resources.page(cursor, this.#pageSize, visible);
      first = entries.map(({ resource }) => resource);
      if (next.nextCursor !== undefined || !this.#hasLists) return { resources: first, ...next };
    }
    const lists = {
      templates: this.#templates.entries,
      pageSize: this.#pageSize,
      listLimit: this.#listLimit,
      find: (uri: Uri) => this.#lookup.find(uri, context),
      report: this.#report,
    };
    return listPage(lists, first, place ?? { after: '' }, context);
  }

  #subscribe(given: string, context: Context): object {
    const uri = parsed(given);
    this.#find(uri, given, context);
    const { subscriptions, keep } = clientStateOf(context);
    subscriptions.add(uri.href, given, context.auth);
    keep();
    return {};
  }

  async #read({ uri: given }: ReadResourceRequestParams, context: Context): Promise<object> {
    const admitted = admitRequest(this.#limits, 'resourceReads', context);
    if (admitted !== undefined) await admitted;
    const uri = parsed(given);
    const found = this.#find(uri, given, context);
    try {
      if ('resource' in found) {
        const { resource, handler } = found.resource;
        return toResourceResult(await handler(uri, context), given, resource.mimeType);
      }
      const { template, handler } = found.template;
      const contents = await handler(found.variables, context, uri);
      if (contents === undefined) throw new NotFoundError();
      return toResourceResult(contents, given, template.mimeType);
    } catch (error) {
      throw error instanceof NotFoundError ? resourceNotFound(given, context.revision) : error;
    }
  }

  /** Reports a value that the option `allow` would accept, once for each template, variable, and value of the option. */
  #reportRefused({ template: { uriTemplate } }: TemplateEntry, { variable, needs }: RefusedValue): void {
    if (needs === undefined) return;
    const what = `The template ${uriTemplate} refused a value of ${quote(variable)}, so the resource was not found`;
    const message = `${what}. If its handler is safe with such values, add ${quote(needs)} to its option allow. Reported once`;
    if (this.#reported.has(message)) return;
    this.#reported.add(message);
    this.#report(new Error(message));
  }

  /** @throws {JsonRpcError} if the resource does not exist for the caller. */
  #find(uri: Uri, given: string, context: Context): Match<ResourceEntry> {
    const found = this.#lookup.find(uri, context, (template, value) => this.#reportRefused(template, value));
    if (found === undefined || found === 'refused') throw resourceNotFound(given, context.revision);
    return found;
  }
}

function hasCompleters({ complete }: TemplateEntry): boolean {
  return Object.values(complete).some((completer) => completer !== undefined);
}

/** @throws {JsonRpcError} if it is not a URI. */
function parsed(uri: string): Uri {
  try {
    return parseUri(uri);
  } catch (error) {
    throw error instanceof UriError ? invalidParams(`Invalid params: ${error.message}`) : error;
  }
}
