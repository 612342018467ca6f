/** The fields of an object, with those of inline objects below them. */

import type { Field, Fields, Payload } from '../../../generator/explain/explanation.js';
import type { Context } from '../context.js';
import { h, inline, prose, type Content } from '../dom.js';
import { link, typeText } from './parts.js';

/** Shows params or a result. */
export function payload(context: Context, given: Payload, revision: string): Content {
  const { text } = context;
  const name = link({ view: 'type', name: given.type, revision }, h('code', {}, given.type));
  if (given.oneOf === undefined) return [h('p', {}, name), fieldList(context, given, revision)];
  return [
    h('p', {}, name),
    fieldList(context, given, revision, true),
    h('p', {}, text.oneOf),
    h(
      'ul',
      {},
      given.oneOf.map((member) => h('li', {}, payload(context, member, revision))),
    ),
  ];
}

/** Shows fields; nothing where there are none and that needs no word. */
export function fieldList(context: Context, { fields, rest }: Fields, revision: string, mayBeEmpty = false): Content {
  const { text } = context;
  if (fields.length === 0 && rest === undefined) return mayBeEmpty ? undefined : h('p', {}, text.noFields);
  return h(
    'ul',
    { class: 'fields-of' },
    fields.map((field) => h('li', {}, oneField(context, field, revision))),
    rest !== undefined && h('li', {}, h('span', { class: 'hint' }, text.rest(rest))),
  );
}

function oneField(context: Context, field: Field, revision: string): Content {
  const { text } = context;
  const keywords = Object.entries(field.keywords).map(([keyword, value]) => `${keyword} ${String(value)}`);
  return [
    h(
      'div',
      { class: 'signature' },
      h('code', { class: 'name' }, field.name),
      h('span', { class: field.optional ? 'tag' : 'tag required' }, field.optional ? text.optional : text.required),
      typeText(field.type, revision, context),
      keywords.length > 0 && h('span', { class: 'hint' }, keywords.join(', ')),
    ),
    prose(field.docs),
    (field.fields.length > 0 || (field.rest !== undefined && !field.type.startsWith('{ ['))) &&
      fieldList(context, field, revision, true),
  ];
}

/** A line of prose. */
export { inline };
