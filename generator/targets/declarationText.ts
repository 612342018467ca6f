/** Prints types and declarations as TypeScript. */

import { withoutIncludes } from '../analyze/proseOf.js';
import { type Declaration, type Docs, type Property, type Tag, type TypeNode } from '../model/declarations.js';
import { code, concat, docComment, identifier, literal, propertyKey, Code } from '../print/code.js';

/** Tags that only affect the derived JSON Schema. */
const FOR_DERIVATION = /^(TJS-.*|nullable)$/;

/** Returns a doc comment with the tags that matter to readers. */
export function docsComment(docs: Docs): Code | undefined {
  const shown = docs.tags.filter((tag) => !FOR_DERIVATION.test(tag.name) && !isIncluded(tag));
  const tags = shown.map(({ name, text }) => (text === '' ? `@${name}` : `@${name} ${withoutIncludes(text)}`));
  return docComment([withoutIncludes(docs.text), tags.join('\n')].filter((part) => part !== '').join('\n\n'));
}

/** Returns whether a tag is an example that has only a title without what it includes. */
function isIncluded({ name, text }: Tag): boolean {
  const rest = withoutIncludes(text);
  return name === 'example' && rest !== text && !rest.includes('\n');
}

/** Returns a declaration as TypeScript, with its docs. */
export function declarationText(declaration: Declaration): Code {
  const name = identifier(declaration.name);
  const docs = docsComment(declaration.docs);
  switch (declaration.kind) {
    case 'constant':
      return code`${docs}export const ${name} = ${literal(declaration.value)};`;
    case 'alias':
      return code`${docs}export type ${name} = ${typeText(declaration.type)};`;
    case 'interface':
      return code`${docs}export interface ${name}${bases(declaration)} { ${members(declaration.properties, declaration.index)} }`;
  }
}

function bases(declaration: Declaration & { kind: 'interface' }): Code | undefined {
  if (declaration.bases.length === 0) return undefined;
  const list = declaration.bases.map(({ name, filter }) => {
    if (!filter) return identifier(name);
    const keys = concat(filter.keys.map(literal), ' | ');
    return code`${filter.kind === 'omit' ? identifier('Omit') : identifier('Pick')}<${identifier(name)}, ${keys}>`;
  });
  return code` extends ${concat(list, ', ')}`;
}

/** Returns the text of a type, on one or several lines. */
export function typeText(type: TypeNode): Code {
  switch (type.kind) {
    case 'primitive':
      return new Code(type.name);
    case 'literal':
      return literal(type.value);
    case 'array':
      return isCompound(type.element) ? code`(${typeText(type.element)})[]` : code`${typeText(type.element)}[]`;
    case 'union':
      return concat(unionMembers(type.members), ' | ');
    case 'intersection':
      return concat(
        type.members.map((member) => (member.kind === 'union' ? code`(${typeText(member)})` : typeText(member))),
        ' & ',
      );
    case 'object':
      return code`{ ${members(type.properties, type.index)} }`;
    case 'record':
      return new Code('Record<string, unknown>');
    case 'reference':
      return identifier(type.name);
    case 'typeof':
      return code`typeof ${identifier(type.name)}`;
  }
}

/** Returns the members of an interface or of an object type. */
export function members(properties: readonly Property[], index: TypeNode | undefined): Code {
  const lines = properties.map(
    ({ name, optional, type, docs }) =>
      code`${docsComment(docs)}${propertyKey(name)}${optional ? new Code('?') : undefined}: ${typeText(type)};`,
  );
  if (index) lines.push(code`[key: string]: ${typeText(index)};`);
  return concat(lines, '\n');
}

/** In `'a' | 'b' | string`, editors can still suggest the known values. */
function unionMembers(types: readonly TypeNode[]): readonly Code[] {
  const literals = new Set(types.flatMap((type) => (type.kind === 'literal' ? [typeof type.value] : [])));
  return types.map((type) => {
    if (type.kind === 'primitive' && (type.name === 'string' || type.name === 'number') && literals.has(type.name)) {
      return new Code(`(${type.name} & {})`);
    }
    return type.kind === 'intersection' ? code`(${typeText(type)})` : typeText(type);
  });
}

function isCompound(type: TypeNode): boolean {
  // Prettier cannot parse `-1[]`.
  const isNegative = type.kind === 'literal' && typeof type.value === 'number' && type.value < 0;
  return type.kind === 'union' || type.kind === 'intersection' || type.kind === 'typeof' || isNegative;
}
