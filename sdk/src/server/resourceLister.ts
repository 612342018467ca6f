/** The function of a template that lists its resources. */

import { omit, required, STRING, type OptionTable } from '@mcp-gen/runtime/options';
import type { Context } from './context.js';
import { RESOURCE_OPTIONS, type ResourceOptions } from './resourceEntry.js';

/** A resource in the list of a template. */
export interface ListedResource extends Omit<ResourceOptions, 'access'> {
  /** The URI, which the template matches. Characters that a URI must not have are encoded. */
  readonly uri: string;
  /** The MIME type. Default: that of the template. */
  readonly mimeType?: string | undefined;
  /** Its audience, priority, and time of the last change. Default: those of the template. */
  readonly annotations?: ResourceOptions['annotations'];
}

/** A page of a list of resources. */
export interface ListedResources {
  /** The resources of the page, in the order of the list. */
  readonly resources: readonly ListedResource[];
  /** What the function is given to return the next page. Default: this is the last page. */
  readonly nextCursor?: string | undefined;
}

/**
 * Lists resources of a template. Returns an array, or a page with a cursor. Returns `undefined` for a cursor that it does not know: the
 * request is refused. The cursor comes from the client, which could have changed it: check it like any other input.
 *
 * @param cursor `nextCursor` of the previous page; undefined for the first page
 */
export type ResourceLister = (
  cursor: string | undefined,
  context: Context,
) => ResourceListReturn | Promise<ResourceListReturn>;

/** The return value of a {@link ResourceLister}. */
export type ResourceListReturn = readonly ListedResource[] | ListedResources | undefined;

/** The names of the options of a listed resource. */
export const LISTED_OPTIONS: OptionTable<ListedResource, 'size'> = {
  uri: required(STRING),
  ...omit(RESOURCE_OPTIONS, ['access']),
};
