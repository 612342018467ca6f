/** Checks names: their style, and whether generated code can have them as they are. */

import { groupBy } from '../../collections.js';
import type { TypeNode } from '../../model/declarations.js';
import { propertiesBelow, referenceTo } from '../../model/places.js';
import type { Place } from '../../problems.js';
import type { Found } from '../finding.js';
import { isInternal, type Subject } from '../subject.js';

export function checkNaming(subject: Subject): readonly Found[] {
  return [
    ...differInCase(subject),
    ...styles(subject),
    ...valueStyles(subject),
    ...unlikeSiblings(subject),
    ...reserved(subject),
  ];
}

interface Named {
  readonly name: string;
  readonly at: string;
  readonly place: Place;
}

function differInCase({ source }: Subject): readonly Found[] {
  const definitions = source.types.map(({ name, place }) => ({ name, at: name, place }));
  const objects = source.types.map(({ name }) =>
    propertiesBelow(source, referenceTo(name)).map((each) => ({ ...each, at: `${name}.${each.name}` })),
  );
  return [definitions, ...objects].flatMap(alike);
}

function alike(names: readonly Named[]): readonly Found[] {
  const groups = groupBy(names, ({ name }) => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase());
  return [...groups.values()].flatMap(([first, ...others]) => {
    const other = others.find(({ name }) => name !== first?.name);
    if (!first || !other) return [];
    const message = `${first.name} and ${other.name} differ only by case or separators`;
    return [{ rule: 'name-differs-in-case', at: other.at, message, place: other.place } as const];
  });
}

const PASCAL = /^[A-Z][A-Za-z\d]*$/;
const CAMEL = /^[a-z][A-Za-z\d]*$/;
const CONSTANT = /^[A-Z][A-Z\d_]*$/;

/** Names that another standard defines: `_meta`, `$schema`, and keys with a prefix. */
const FOREIGN = /^[_$]|[/.]/;

function styles({ source, sites }: Subject): readonly Found[] {
  const wrong = (at: string, name: string, style: string, place: Place): Found => ({
    rule: 'name-style',
    at,
    message: `${name} is not ${style}, unlike other names of its kind`,
    place,
  });
  return [
    ...source.types.flatMap(({ name, place }) => (PASCAL.test(name) ? [] : [wrong(name, name, 'PascalCase', place)])),
    ...source.constants.flatMap(({ name, place }) =>
      CONSTANT.test(name) ? [] : [wrong(name, name, 'UPPER_CASE', place)],
    ),
    ...sites.flatMap(({ at, property, place }) =>
      !property || CAMEL.test(property.name) || FOREIGN.test(property.name)
        ? []
        : [wrong(at, property.name, 'camelCase', place)],
    ),
  ];
}

/** Returns the unions whose values are written in several styles: `input_required` beside `inputRequired`. */
function valueStyles({ sites }: Subject): readonly Found[] {
  return sites.flatMap(({ at, type, place }): readonly Found[] => {
    const values = type?.kind === 'union' ? type.members.flatMap(stringOf) : [];
    const snake = values.find((value) => /^[a-z]+_[a-z_]+$/.test(value));
    const camel = values.find((value) => /^[a-z]+[A-Z]/.test(value));
    const kebab = values.find((value) => /^[a-z]+-[a-z-]+$/.test(value));
    const found = [snake, camel, kebab].filter((each) => each !== undefined);
    if (found.length < 2) return [];
    return [{ rule: 'name-style', at, message: `The values of ${at} have several styles: ${found.join(', ')}`, place }];
  });
}

/** The fewest types with one ending that make another ending unlike its siblings. */
const LEAST_SIBLINGS = 3;

/** Returns the types of properties of one name, of which all but one end with the same word. */
function unlikeSiblings({ source, sites }: Subject): readonly Found[] {
  const typed = sites.flatMap(({ property }) =>
    property?.type.kind === 'reference' ? [{ property: property.name, type: property.type.name }] : [],
  );
  return [...groupBy(typed, ({ property }) => property)].flatMap(([property, all]): readonly Found[] => {
    const types = [...new Set(all.map(({ type }) => type))];
    const byEnd = [...groupBy(types, (type) => /[A-Z][a-z\d]*$/.exec(type)?.[0])];
    const [common, ...others] = byEnd.toSorted(([, a], [, b]) => b.length - a.length);
    const [odd, ...more] = others.flatMap(([, names]) => names);
    if (!common || odd === undefined || more.length > 0 || common[1].length < LEAST_SIBLINGS) return [];
    const place = source.findType(odd)?.place;
    if (!place) return [];
    const message = `${odd} is the type of a property ${property}, and does not end in ${common[0]}, unlike ${common[1].length} others`;
    return [{ rule: 'name-unlike-siblings', at: odd, message, place }];
  });
}

function stringOf(type: TypeNode): readonly string[] {
  return type.kind === 'literal' && typeof type.value === 'string' ? [type.value] : [];
}

/** Global types of TypeScript that a definition of the same name hides where it is imported. */
const GLOBALS = new Set(
  'Array Boolean Date Error Event File Function Map Node Notification Number Object Promise Proxy Record Request Response Set String Symbol'.split(
    ' ',
  ),
);

/** Keywords of Python that can be names of properties in TypeScript. */
const KEYWORDS = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

function reserved({ source, sites }: Subject): readonly Found[] {
  return [
    ...source.types
      .filter((each) => GLOBALS.has(each.name) && !isInternal(each))
      .map(({ name, place }) => {
        const message = `${name} is also a global type of TypeScript, which code that imports it no longer sees`;
        return { rule: 'name-reserved', at: name, message, place } as const;
      }),
    ...sites
      .filter(({ property }) => property !== undefined && KEYWORDS.has(property.name))
      .map(({ at, place, property }) => {
        const message = `${property?.name} is a keyword of Python, where the property needs another name`;
        return { rule: 'name-reserved', at, message, place } as const;
      }),
  ];
}
