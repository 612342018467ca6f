/**
 * Adds names and `_meta` to params.
 *
 * Older revisions declare params inline, and so omit the `_meta` of their base type, although any request may have a progress token there
 * (basic/utilities/progress). Newer revisions name them `<Request>Params`; the same names are used here.
 */

import { isOpenMap } from './declarations.js';
import { isLiteral } from './messageInterfaces.js';
import type { AliasDeclaration, Declaration, InterfaceDeclaration, Property, TypeNode } from './declarations.js';
import type { Definitions } from './definitions.js';
import type { ProblemList } from '../problems.js';

/** Returns the declarations, with an alias before each interface whose params were inline. */
export function nameParams(source: Definitions, problems: ProblemList): readonly Declaration[] {
  return source.all.flatMap((declaration): Declaration[] => {
    const isInterface = declaration.kind === 'interface' && isMessage(declaration, source);
    const params = isInterface ? unnamedParams(declaration, source) : undefined;
    if (!isInterface || !params) return [declaration];
    // The base of messages has open params. A message with open params accepts any.
    if (isOpen(params.type) && !hasMethod(declaration, source)) return [declaration];
    const name = `${declaration.name}Params`;
    if (source.find(name)) {
      problems.add(
        params.place,
        `The params of ${declaration.name} would be named ${name}, which is already declared`,
        `Use ${name} as the type of the params, or rename one of the two.`,
      );
    }
    const { text, tags } = params.docs;
    const alias: AliasDeclaration = {
      kind: 'alias',
      name,
      type: withMeta(params.type, declaration, source),
      docs: { text: text === '' ? `The params of {@link ${declaration.name}}.` : text, tags },
      place: params.place,
    };
    const reference: TypeNode = { kind: 'reference', name, place: params.place };
    const others = declaration.properties.filter((property) => property !== params);
    const isOwn = others.length < declaration.properties.length;
    const named = { ...params, type: reference };
    const properties = isOwn
      ? declaration.properties.map((property) => (property === params ? named : property))
      : [...others, named];
    return [alias, { ...declaration, properties }];
  });
}

/** Returns the params of an interface that have no name: its own ones, or those of its base, which get none there. */
function unnamedParams(declaration: InterfaceDeclaration, source: Definitions): Property | undefined {
  const params = ownParams(declaration) ?? inheritedParams(declaration, source);
  return params && params.type.kind !== 'reference' && source.isObject(params.type) ? params : undefined;
}

function inheritedParams(declaration: InterfaceDeclaration, source: Definitions): Property | undefined {
  const params = source.propertyNamed(declaration, 'params');
  return params && isOpen(params.type) ? params : undefined;
}

function isOpen(type: TypeNode): boolean {
  return type.kind !== 'object' || isOpenMap(type);
}

/** Returns whether an interface is a request or a notification, or a base of one: it has a method. */
export function isMessage(declaration: InterfaceDeclaration, definitions: Definitions): boolean {
  return definitions.propertiesOf(declaration).some(({ name }) => name === 'method');
}

/** Returns whether an interface is a single message, not a base of several: its method is one literal. */
function hasMethod(declaration: InterfaceDeclaration, definitions: Definitions): boolean {
  return definitions.propertiesOf(declaration).some(({ name, type }) => name === 'method' && isLiteral(type));
}

function ownParams(declaration: InterfaceDeclaration): Property | undefined {
  return declaration.properties.find(({ name }) => name === 'params');
}

/** Returns params with `_meta`, for any form of params. */
function withMeta(type: TypeNode, declaration: InterfaceDeclaration, source: Definitions): TypeNode {
  if (hasMeta(type, source)) return type;
  const properties = metaOf(declaration, source);
  if (type.kind === 'object') return { ...type, properties: [...properties, ...type.properties] };
  if (properties.length === 0) return type;
  const { place } = type;
  const members = type.kind === 'intersection' ? type.members : [type];
  return { kind: 'intersection', members: [{ kind: 'object', properties, place }, ...members], place };
}

function hasMeta(type: TypeNode, source: Definitions): boolean {
  if (type.kind === 'intersection') return type.members.some((member) => hasMeta(member, source));
  return source.membersOf(type)?.properties.some(({ name }) => name === '_meta') ?? false;
}

/** Returns the `_meta` of the params that an interface inherits, or of the revision's common params. */
function metaOf(declaration: InterfaceDeclaration, source: Definitions): readonly Property[] {
  const common = source.nameOf(declaration.name.endsWith('Notification') ? 'NotificationParams' : 'RequestParams');
  const types = paramsOfBases(declaration, source).map(({ type }) => type);
  if (source.findType(common)) types.push({ kind: 'reference', name: common, place: declaration.place });
  for (const type of types) {
    const meta = source.membersOf(type)?.properties.find(({ name }) => name === '_meta');
    if (meta) return [meta.optional ? meta : { ...meta, optional: true }];
  }
  return [];
}

/** Returns the params of all bases of an interface, the nearest first. */
function paramsOfBases(declaration: InterfaceDeclaration, source: Definitions): readonly Property[] {
  return declaration.bases.flatMap(({ name }) => {
    const base = source.findType(name);
    if (base?.kind !== 'interface') return [];
    const params = source.propertyNamed(base, 'params');
    return [...(params ? [params] : []), ...paramsOfBases(base, source)];
  });
}
