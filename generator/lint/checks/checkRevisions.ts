/** Compares a revision with the one before it, and with its name. */

import { groupBy } from '../../collections.js';
import { LABEL } from '../../model/extend.js';
import type { Docs, Property, TypeDeclaration } from '../../model/declarations.js';
import { allMessages } from '../../model/protocol.js';
import { namesIn, type Definitions } from '../../model/definitions.js';
import { propertiesBelow, referenceTo } from '../../model/places.js';
import { compareProtocols } from '../../diff/compareProtocols.js';
import { ruleOf } from '../../diff/rules.js';
import { codesOf } from '../../model/vocabulary.js';
import type { Place } from '../../problems.js';
import type { Found } from '../finding.js';
import { stringsOf } from './checkValues.js';
import type { Subject } from '../subject.js';

export function checkRevisions(subject: Subject): readonly Found[] {
  return [...revisionName(subject), ...changedMeanings(subject), ...removals(subject), ...breakingChanges(subject)];
}

function revisionName({ source, revision, older }: Subject): readonly Found[] {
  const stated = source.find(LABEL);
  if (stated?.kind !== 'constant' || stated.value === revision) return [];
  // A draft has a name of its own, or that of the revision that it will be.
  const isDraft = !/^\d/.test(revision);
  const before = older?.source.find(LABEL);
  const taken = [older?.revision, before?.kind === 'constant' ? before.value : undefined];
  if (isDraft && !taken.includes(String(stated.value))) return [];
  const message = isDraft
    ? `${LABEL} of the ${revision} is ${stated.value}, which is released`
    : `${LABEL} is ${stated.value}, in the folder of ${revision}`;
  return [{ rule: 'revision-name', at: LABEL, message, place: stated.place }];
}

/** Fewer properties have no meaning that could change: a name alone says what they are. */
const LEAST_PROPERTIES = 2;

function changedMeanings({ source, older }: Subject): readonly Found[] {
  if (!older) return [];
  return source.types.flatMap((declaration): readonly Found[] => {
    const before = older.source.findType(declaration.name);
    const change = before && differenceOf(before, declaration, older.source, source);
    if (change === undefined) return [];
    const { name: at, place } = declaration;
    const message = `${at} ${change} revision ${older.revision}, where it has the same name`;
    return [{ rule: 'name-changed-meaning', at, message, place }];
  });
}

function differenceOf(
  before: TypeDeclaration,
  after: TypeDeclaration,
  was: Definitions,
  is: Definitions,
): string | undefined {
  const [old, now] = [formOf(before, was), formOf(after, is)];
  if (isMemberOf(before, after.name, is) || isMemberOf(after, before.name, was)) return undefined;
  if (old !== now) return `is ${now} now, instead of ${old} in`;
  if (now !== 'an object') return undefined;
  const [a, b] = [propertiesBelow(was, referenceTo(before.name)), propertiesBelow(is, referenceTo(after.name))];
  if (Math.min(a.length, b.length) < LEAST_PROPERTIES) return undefined;
  const isShared = a.some((each) => b.some(({ name }) => name === each.name));
  return isShared ? undefined : 'has no property in common with';
}

/** Returns whether one of two unions has become one of its members, or the other way round. */
function isMemberOf(one: TypeDeclaration, union: string, definitions: Definitions): boolean {
  const { target } = definitions.resolve(referenceTo(union));
  const names = target.kind === 'union' ? target.members.flatMap(namesIn) : [];
  const own = one.kind === 'alias' ? namesIn(one.type) : [one.name];
  return own.some((name) => names.includes(name));
}

function formOf({ name }: TypeDeclaration, definitions: Definitions): string {
  const { target } = definitions.resolve(referenceTo(name));
  if (target.kind === 'union') return 'a union';
  if (definitions.isObject(referenceTo(name))) return 'an object';
  return target.kind === 'array' ? 'an array' : target.kind === 'primitive' ? `a ${target.name}` : 'a literal';
}

/** Returns what the revision before has, and does not deprecate. The properties of removed definitions go with them. */
function removals(subject: Subject): readonly Found[] {
  const { source, older } = subject;
  if (!older) return [];
  const { file } = source.all[0]?.place ?? { file: '' };
  const top = { file, line: 1, column: 1 };
  const gone = (at: string, what: string, place: Place): Found => {
    const message = `${what} of ${older.revision} is gone, and was not deprecated there`;
    return { rule: 'removed-without-deprecation', at, message, place };
  };
  const methods = new Set(subject.messages.map(({ method }) => method));
  const codes = new Set(codesOf(source).map(({ value }) => value));
  return [
    ...allMessages(older)
      .filter(({ method, declaration }) => !methods.has(method) && !isDeprecated(declaration.docs))
      .map(({ method, kind }) => gone(method, `The ${kind} ${method}`, top)),
    ...codesOf(older.source)
      .filter(({ value, docs }) => !codes.has(value) && !isDeprecated(docs))
      .map(({ name, value }) => gone(name, `The error code ${value} (${name})`, top)),
    ...source.types.flatMap((declaration) => {
      const before = older.source.findType(declaration.name);
      if (!before || isDeprecated(before.docs)) return [];
      const [was, is] = [ownPropertiesOf(before, older.source), ownPropertiesOf(declaration, source)];
      if (is.length === 0) return [];
      return was.flatMap(({ name, docs, type }): readonly Found[] => {
        if (ENVELOPE.has(name) || isDeprecated(docs)) return [];
        const at = `${declaration.name}.${name}`;
        const now = is.find((each) => each.name === name);
        if (!now) return [gone(at, at, declaration.place)];
        const values = stringsOf(now.type, source) ?? [];
        const lost = stringsOf(type, older.source)?.filter((value) => !values.includes(value)) ?? [];
        if (values.length === 0 || lost.length === 0) return [];
        return [gone(at, `The value ${lost.join(', ')} of ${at}`, now.place)];
      });
    }),
  ];
}

/** What a message has on its own, and not inside another one. */
const ENVELOPE: ReadonlySet<string> = new Set(['jsonrpc', 'id']);

function isDeprecated({ tags }: Docs): boolean {
  return tags.some((tag) => tag.name === 'deprecated');
}

/** Returns the properties of an object. A property of a base that has others is reported at the base. */
function ownPropertiesOf({ name }: TypeDeclaration, definitions: Definitions): readonly Property[] {
  const { target } = definitions.resolve(referenceTo(name));
  return target.kind === 'interface' || target.kind === 'object' ? definitions.propertiesOf(target) : [];
}

function breakingChanges({ protocol, older, source }: Subject): readonly Found[] {
  if (!older) return [];
  const {
    protocol: of,
    methods,
    definitions,
  } = compareProtocols({ name: older.revision, protocol: older }, { name: protocol.revision, protocol });
  const changes = [...of, ...methods.flatMap((each) => each.changes), ...definitions.flatMap((each) => each.changes)];
  const breaking = changes.filter(({ breaks }) => breaks.length > 0);
  const { file } = source.all[0]?.place ?? { file: '' };
  return [...groupBy(breaking, ({ rule }) => rule)].map(([rule, group]) => {
    const readers = [...new Set(group.flatMap(({ breaks }) => breaks))].sort().join(', ');
    const times = group.length === 1 ? 'Once' : `${group.length} times`;
    const message = `${times} since ${older.revision}, ${rule} breaks ${readers}: ${ruleOf(rule).reason.replace(/\.$/, '')}`;
    return { rule: 'breaking-change', at: rule, message, place: { file, line: 1, column: 1 } };
  });
}
