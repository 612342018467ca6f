/** Keywords that reference other schemas of the document. */

import type { Keyword } from '../keyword.js';
import { isSchemaObject } from '../document.js';
import type { Check } from '../run.js';
import { textIn } from './arguments.js';

const $ref: Keyword = (value, context) =>
  context.check(context.document.resolve(textIn(value, context), context.schema));

/** Resolves to the outermost active schema with this dynamic anchor, if the initial target has one. */
const $dynamicRef: Keyword = (value, context) => {
  const { document, schema, check } = context;
  const reference = textIn(value, context);
  const target = document.resolve(reference, schema);
  const name = reference.slice(reference.indexOf('#') + 1);
  const initial = check(target);
  if (!isSchemaObject(target) || target['$dynamicAnchor'] !== name) return initial;
  const candidates = new Map<unknown, Check>();
  for (const resource of document.resources.values()) {
    const anchored = resource.dynamicAnchors.get(name);
    if (anchored) candidates.set(resource, check(anchored));
  }
  return (each, place, run, seen) => {
    const outermost = run.scope.find((resource) => candidates.has(resource));
    return (candidates.get(outermost) ?? initial)(each, place, run, seen);
  };
};

const $recursiveRef: Keyword = (_, { fail }) => fail('expected $ref or $dynamicRef: this keyword is not supported');

export const references = { $ref, $dynamicRef, $recursiveRef };
