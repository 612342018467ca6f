/** Checks unions and objects: what tells the members of a union apart, and what objects accept. */

import { discriminate } from '../../analyze/discriminate.js';
import type { TypeNode } from '../../model/declarations.js';
import type { Definitions } from '../../model/definitions.js';
import type { Found } from '../finding.js';
import { anchorsOf, type Site, type Subject } from '../subject.js';

export function checkUnions({ source, sites, messages }: Subject): readonly Found[] {
  const anchors = anchorsOf(source);
  const results = new Set(messages.flatMap((message) => (message.kind === 'request' ? message.results : [])));
  return sites.flatMap((site) => [
    ...(isEnvelope(site, anchors, results) ? [] : [...withoutTag(site, source), ...openUnlikeOthers(site, source)]),
    ...objects(site),
  ]);
}

/** Returns whether the id or the method of a message tells what a union holds: envelopes, and results. */
function isEnvelope({ at, property }: Site, anchors: ReadonlySet<string>, results: ReadonlySet<string>): boolean {
  const [name = ''] = at.split('.');
  return anchors.has(name) || name.startsWith('JSONRPC') || results.has(at) || property?.name === 'result';
}

function withoutTag({ at, type, place }: Site, source: Definitions): readonly Found[] {
  const union = type && unionIn(type);
  if (!union) return [];
  const how = discriminate(objectsIn(union, source), source);
  if (how.by === 'value') return [];
  const groups = how.by === 'trial' ? [how.members] : [...how.cases.values()];
  const alike = groups.find((group) => group.length > 1);
  if (!alike) return [];
  const names = alike.map((each) => (each.kind === 'reference' ? each.name : 'an object')).join(', ');
  const message = `No property has a different literal in each member of ${at}: ${names}`;
  return [{ rule: 'union-without-tag', at, message, place }];
}

/** Returns the members of a union that are objects, with those of the unions in it. Arrays and primitives are told apart by their type. */
function objectsIn(type: TypeNode, source: Definitions): readonly TypeNode[] {
  const { target } = source.resolve(type);
  if (target.kind === 'union') return target.members.flatMap((member) => objectsIn(member, source));
  return source.isObject(type) ? [type] : [];
}

/** Returns the union that a type is, or is an array of. */
function unionIn(type: TypeNode): (TypeNode & { readonly kind: 'union' }) | undefined {
  if (type.kind === 'array') return unionIn(type.element);
  return type.kind === 'union' ? type : undefined;
}

function openUnlikeOthers({ at, type, place }: Site, source: Definitions): readonly Found[] {
  const members = (type && unionIn(type)?.members) ?? [];
  const known = members.flatMap((member) => {
    const found = source.membersOf(member);
    return member.kind === 'reference' && found ? [{ name: member.name, isOpen: found.index !== undefined }] : [];
  });
  const open = known.filter(({ isOpen }) => isOpen);
  if (open.length === 0 || open.length >= known.length) return [];
  const names = open.map(({ name }) => name).join(', ');
  const message = `Of the members of ${at}, only ${names} state${open.length === 1 ? 's' : ''} additional properties`;
  return [{ rule: 'object-open-unlike-siblings', at, message, place }];
}

function objects({ at, type, place }: Site): readonly Found[] {
  if (!type || !isOfObjects(type)) return [];
  const message = `${at} has the type "object", which arrays and functions have, too`;
  return [{ rule: 'object-without-values', at, message, place }];
}

/** Returns whether a type is `object`, or has it in it. The properties of objects are sites of their own. */
function isOfObjects(type: TypeNode): boolean {
  if (type.kind === 'array') return isOfObjects(type.element);
  if (type.kind === 'union' || type.kind === 'intersection') return type.members.some(isOfObjects);
  return type.kind === 'primitive' && type.name === 'object';
}
