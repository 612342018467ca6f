/** Emits the schemas of one revision. They accept the same values as its guards. */

import { valuesOf } from '../../analyze/mentions.js';
import type { RevisionPlan } from '../../analyze/plan.js';
import { reach } from '../../collections.js';
import { moduleFile, type GeneratedFile } from '../file.js';
import {
  type Docs,
  type InterfaceDeclaration,
  isOpenMap,
  type Literal,
  NO_DOCS,
  type ObjectNode,
  type Property,
  type TypeDeclaration,
  type TypeNode,
} from '../../model/declarations.js';
import type { Definitions, Structure } from '../../model/definitions.js';
import { isFractional } from '../../model/keywords.js';
import { allLimits, isEmpty, limitsAt, limitsOf, type Limits } from '../../model/limits.js';
import { rangeTexts } from '../../analyze/describeShape.js';
import { dataText } from '../../print/data.js';
import { Code, code, concat, identifier, imported, literal, propertyKey } from '../../print/code.js';
import { declarationText, docsComment } from '../declarationText.js';

const z = imported('z', 'zod', 'value');

/** The fixed names of each file. */
export const OWN_NAMES: readonly string[] = ['z', 'integer', 'present', 'isWithin', 'canonical'];

/** Returns the name of a definition's schema: `ToolSchema`. */
export function schemaName(type: string): string {
  return `${type}Schema`;
}

export function emitSchemas({ protocol, unions }: RevisionPlan): GeneratedFile {
  const { definitions, revision } = protocol;
  const { types, recursive } = orderTypes(definitions);
  const emitter = new SchemaEmitter(definitions, unions, recursive);
  const about = `Zod schemas of revision ${revision}, and the types that they accept.`;
  const schemas = types.map((declaration) => emitter.declaration(declaration));
  return moduleFile(protocol, { path: `${revision}/zod.ts`, about, target: 'zod' }, [
    code`const integer = ${z}.number().refine(Number.isInteger, { error: 'Invalid input: expected an integer' });`,
    code`/** A property that is required and may be anything. */
      const present = ${z}.unknown().refine((value) => value !== undefined, { error: 'Invalid input: expected a value' });`,
    ...(schemas.some(({ text }) => text.includes('isWithin(')) ? [IS_WITHIN] : []),
    ...definitions.constants.map(declarationText),
    ...schemas,
  ]);
}

class SchemaEmitter {
  readonly #definitions: Definitions;
  readonly #unions: RevisionPlan['unions'];
  readonly #recursive: ReadonlySet<string>;

  constructor(definitions: Definitions, unions: RevisionPlan['unions'], recursive: ReadonlySet<string>) {
    this.#definitions = definitions;
    this.#unions = unions;
    this.#recursive = recursive;
  }

  /** Declares the type of a recursive schema, which TypeScript cannot infer. */
  declaration(declaration: TypeDeclaration): Code {
    const type = identifier(declaration.name);
    const schema = identifier(schemaName(declaration.name));
    const docs = docsComment(declaration.docs);
    const expression =
      declaration.kind === 'interface'
        ? within(this.#object(declaration), limitsOf(declaration.docs))
        : this.#type(declaration.type, declaration.docs);
    if (this.#recursive.has(declaration.name)) {
      return code`${docs}export const ${schema}: ${z}.ZodType<${type}> = ${z}.lazy(() => ${expression});
        ${declarationText({ ...declaration, docs: NO_DOCS })}`;
    }
    return code`${docs}export const ${schema} = ${expression};
      export type ${type} = ${z}.infer<typeof ${schema}>;`;
  }

  /** @param docs the doc comment of the place, with its limits */
  #type(type: TypeNode, docs: Docs): Code {
    const { target, aliases } = this.#definitions.resolve(type);
    // Tags at the place of a number may narrow it.
    if (type.kind === 'reference' && target.kind === 'primitive' && target.name === 'number') {
      const tags = [docs, ...aliases.map((alias) => alias.docs)].flatMap((each) => each.tags);
      return within(primitive(target, { text: '', tags }), allLimits(docs, aliases));
    }
    return within(this.#unlimited(type, docs), limitsAt(docs, aliases));
  }

  #unlimited(type: TypeNode, docs: Docs): Code {
    switch (type.kind) {
      case 'reference':
        return identifier(schemaName(type.name));
      case 'primitive':
        return primitive(type, docs);
      case 'literal':
        return code`${z}.literal(${literal(type.value)})`;
      case 'typeof':
        return code`${z}.literal(${literal(this.#definitions.constantValue(type.name))})`;
      case 'array':
        return code`${z}.array(${this.#type(type.element, NO_DOCS)})`;
      case 'record':
        return code`${z}.looseObject({})`;
      case 'object':
        return isOpenMap(type) ? code`${z}.looseObject({})` : this.#object(type);
      case 'intersection':
        return type.members
          .map((member) => this.#type(member, NO_DOCS))
          .reduce((left, right) => code`${z}.intersection(${left}, ${right})`);
      case 'union':
        return this.#union(type);
    }
  }

  #union(type: TypeNode & { kind: 'union' }): Code {
    const found = this.#unions.get(type);
    if (found?.by === 'value') return oneOf(found.values);
    const groups = found?.by === 'tag' ? [...found.cases.values()] : [];
    const members = groups.flat();
    const isTagged =
      found?.by === 'tag' &&
      groups.every(({ length }) => length === 1) &&
      members.every((member) => this.#hasTag(member));
    if (isTagged) {
      return code`${z}.discriminatedUnion(${found.tag}, [${concat(
        members.map((member) => this.#type(member, NO_DOCS)),
        ', ',
      )}])`;
    }
    const options = type.members.map((member) => this.#type(member, NO_DOCS));
    return code`${z}.union([${concat(options, ', ')}])`;
  }

  /** Returns whether zod finds the tag in the schema of a member. */
  #hasTag(member: TypeNode): boolean {
    const { target } = this.#definitions.resolve(member);
    const isRecursive = member.kind === 'reference' && this.#recursive.has(member.name);
    return !isRecursive && (target.kind === 'interface' || target.kind === 'object');
  }

  #object(target: InterfaceDeclaration | ObjectNode): Code {
    const properties = this.#definitions.propertiesOf(target);
    const others = target.index && this.#isAnything(target.index) ? undefined : target.index;
    if (others && properties.length === 0) return code`${z}.record(${z}.string(), ${this.#type(others, NO_DOCS)})`;
    const fields = properties.map((property) => this.#property(property));
    return others
      ? code`${z}.object({ ${fields} }).catchall(${this.#type(others, NO_DOCS)})`
      : code`${z}.looseObject({ ${fields} })`;
  }

  #property({ name, type, docs, optional }: Property): Code {
    const { aliases } = this.#definitions.resolve(type);
    const isPresent = !optional && this.#isAnything(type);
    const schema = isPresent ? within(new Code('present'), allLimits(docs, aliases)) : this.#type(type, docs);
    return code`${docsComment(docs)}${propertyKey(name)}: ${schema}${optional ? new Code('.optional()') : undefined},`;
  }

  #isAnything(type: TypeNode): boolean {
    const { target } = this.#definitions.resolve(type);
    if (target.kind === 'primitive') return target.name === 'unknown' || target.name === 'any';
    const found = target.kind === 'union' ? this.#unions.get(target) : undefined;
    return found?.by === 'trial' && found.anything;
  }
}

function oneOf(values: readonly Literal[]): Code {
  const list = concat(values.map(literal), ', ');
  return values.every((value) => typeof value === 'string')
    ? code`${z}.enum([${list}])`
    : code`${z}.literal([${list}])`;
}

function primitive(type: Structure & { kind: 'primitive' }, docs: Docs): Code {
  const { name } = type;
  switch (name) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'unknown':
    case 'any':
    case 'never':
      return code`${z}.${new Code(name === 'any' ? 'unknown' : name)}()`;
    case 'object':
      return code`${z}.looseObject({})`;
    case 'number':
      return isFractional(type, docs) ? code`${z}.number()` : code`integer`;
  }
}

/** Returns a schema that also checks limits. Those of zod itself would count UTF-16 code units, and compare items by identity. */
function within(schema: Code, limits: Limits): Code {
  const { minimum, maximum, ...others } = limits;
  const isNumber = schema.text === 'integer' || schema.text === 'z.number()';
  const rest = isNumber ? others : limits;
  const min = isNumber && minimum !== undefined ? code`.min(${minimum})` : undefined;
  const max = isNumber && maximum !== undefined ? code`.max(${maximum})` : undefined;
  const error = `Invalid input: expected a value with ${rangeTexts(rest).join(', ')}`;
  const check = isEmpty(rest)
    ? undefined
    : code`.refine((value) => isWithin(value, ${dataText(rest)}), ${dataText({ error })})`;
  return code`${schema}${min}${max}${check}`;
}

/** The functions that check limits, for modules that have some. */
const IS_WITHIN = new Code(`/** Returns whether a value is within limits, by the keywords of JSON Schema. */
function isWithin(value: unknown, limits: { readonly [keyword: string]: string | number | boolean }): boolean {
  const least = (keyword: string): number => Number(limits[keyword] ?? -Infinity);
  const most = (keyword: string): number => Number(limits[keyword] ?? Infinity);
  if (typeof value === 'string') {
    const { pattern } = limits;
    const { length } = [...value];
    const isMatch = pattern === undefined || new RegExp(String(pattern), 'u').test(value);
    return length >= least('minLength') && length <= most('maxLength') && isMatch;
  }
  if (typeof value === 'number') {
    const { multipleOf } = limits;
    const isInside = value > least('exclusiveMinimum') && value < most('exclusiveMaximum');
    const isMultiple = multipleOf === undefined || value % Number(multipleOf) === 0;
    return value >= least('minimum') && value <= most('maximum') && isInside && isMultiple;
  }
  if (Array.isArray(value)) {
    const isUnique = !limits['uniqueItems'] || new Set(value.map(canonical)).size === value.length;
    return value.length >= least('minItems') && value.length <= most('maxItems') && isUnique;
  }
  if (typeof value !== 'object' || value === null) return true;
  const size = Object.values(value).filter((each) => each !== undefined).length;
  return size >= least('minProperties') && size <= most('maxProperties');
}

/** Returns a text that is the same for equal values. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}`);

interface Order {
  /** Each after those that it refers to, if possible. */
  readonly types: readonly TypeDeclaration[];
  /** The names of the recursive ones, directly or through others. */
  readonly recursive: ReadonlySet<string>;
}

function orderTypes(definitions: Definitions): Order {
  const next = (name: string): readonly string[] => valuesOf(name, definitions) ?? [];
  const names = definitions.types.map(({ name }) => name);
  const recursive = new Set(names.filter((name) => reach(next(name), next).has(name)));
  const sorted = new Set<string>();
  const open = new Set<string>();
  const visit = (name: string): void => {
    if (sorted.has(name) || open.has(name)) return;
    open.add(name);
    for (const each of next(name)) visit(each);
    sorted.add(name);
  };
  for (const name of names) visit(name);
  return { types: [...sorted].flatMap((name) => definitions.findType(name) ?? []), recursive };
}
