/** Reads a schema.ts: its declarations as data. */

import { ts } from 'ts-morph';
import type { Members } from '../model/definitions.js';
import {
  inheritDocs,
  type Base,
  type Declaration,
  type Docs,
  type InterfaceDeclaration,
  type Property,
  type TypeNode,
} from '../model/declarations.js';
import { keywordOf } from '../model/keywords.js';
import { isLimit } from '../model/limits.js';
import { ProblemList, SchemaProblems } from '../problems.js';
import { readAgain } from './readAgain.js';
import type { SchemaSource } from './sources.js';
import { checkSource, type CheckedFiles } from './program.js';
import { commentsIn, joinDocs, readDeclarationDocs, withTags } from './readDocs.js';
import { TypeReader, withoutParentheses } from './readTypes.js';
import { isGeneric, isGlobal, literalOf, stringsOf, symbolOf } from './symbols.js';

/** Other files that a file is read with. */
export interface OtherFiles {
  /** The files that it imports. Their declarations are read, too. Default: none. */
  readonly modules?: SchemaSource['modules'];
  /** The files that it extends: it may use their names, and import them. Default: none. */
  readonly earlier?: readonly SchemaSource[];
}

/**
 * @param text the file's content
 * @param file the file name in problem messages
 * @returns the declarations of the file, then those of its modules
 * @throws {SchemaProblems} naming everything that TypeScript rejects, or every construct that is not in the grammar, at its line and column
 */
export function readTypeScript(
  text: string,
  file: string,
  { modules = [], earlier = [] }: OtherFiles = {},
): readonly Declaration[] {
  const source = { file, text, modules };
  return earlier.length === 0 ? readAgain(source, () => readSource(source, [])) : readSource(source, earlier);
}

function readSource(source: SchemaSource, earlier: readonly SchemaSource[]): readonly Declaration[] {
  const { file } = source;
  try {
    const problems = new ProblemList();
    const declarations = new FileReader(checkSource(source, earlier), problems).declarations();
    problems.throwIfAny();
    return declarations;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const remedy = 'Declare inner types separately.';
    throw new SchemaProblems([{ file, line: 1, column: 1, message: 'Types are nested too deeply', remedy }]);
  }
}

class FileReader {
  readonly #checked: CheckedFiles;
  readonly #checker: ts.TypeChecker;
  readonly #types: TypeReader;
  readonly #problems: ProblemList;
  /** The interfaces that were read: each with all its declarations. */
  readonly #read = new Set<ts.Symbol>();

  constructor(checked: CheckedFiles, problems: ProblemList) {
    const { checker, placeOf } = checked;
    this.#checked = checked;
    this.#problems = problems;
    this.#checker = checker;
    const report = (node: ts.Node, message: string, remedy: string): void => {
      problems.add(placeOf(node), message, remedy);
    };
    this.#types = new TypeReader(checker, report, placeOf);
  }

  declarations(): readonly Declaration[] {
    for (const file of new Set(this.#checked.statements.map((statement) => statement.getSourceFile()))) {
      for (const { position, tag } of findStrayTags(file)) {
        const message = `This comment belongs to no declaration or property, so @${tag} would be lost`;
        const remedy =
          'Begin it with /**, on a line of its own, before a property or a declaration. Give the type of an index signature or of items a name.';
        this.#problems.add(this.#checked.placeAt(file, position), message, remedy);
      }
    }
    return this.#checked.statements.flatMap((statement) => this.#statement(statement));
  }

  #statement(statement: ts.Statement): readonly Declaration[] {
    if (ts.isInterfaceDeclaration(statement) && !isDefaultExport(statement)) return this.#interface(statement);
    if (ts.isTypeAliasDeclaration(statement)) return this.#alias(statement);
    if (ts.isEnumDeclaration(statement)) return [this.#enum(statement)];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.flatMap((node) => this.#constant(node, statement));
    }
    if (ts.isExportDeclaration(statement)) return this.#export(statement);
    if (ts.isImportDeclaration(statement) || ts.isEmptyStatement(statement)) return [];
    this.#types.unknown(statement, 'statement');
    return [];
  }

  /** Every declaration counts, exported or not. So `export { A };` adds nothing, but another name would be lost. */
  #export({ exportClause }: ts.ExportDeclaration): readonly [] {
    const renamed = exportClause && ts.isNamedExports(exportClause) ? exportClause.elements : [];
    for (const node of renamed) {
      const [name, declared] = [node.name.text, node.propertyName?.text];
      if (declared === undefined || declared === name) continue;
      const message = `${declared} is exported with the name ${name}, which no declaration has`;
      this.#problems.add(this.#checked.placeOf(node), message, `Declare it: export type ${name} = ${declared};`);
    }
    if (exportClause && ts.isNamespaceExport(exportClause)) {
      const message = `Types of the namespace ${exportClause.name.text} have no names of their own`;
      this.#problems.add(this.#checked.placeOf(exportClause), message, 'Write export * from, without a name.');
    }
    return [];
  }

  /** Reads all declarations of an interface at the first one. A generic interface is written out where it is used. */
  #interface(node: ts.InterfaceDeclaration): readonly Declaration[] {
    const symbol = this.#checker.getSymbolAtLocation(node.name);
    if (!symbol || this.#read.has(symbol) || isGeneric(symbol)) return [];
    this.#read.add(symbol);
    const nodes = (symbol.declarations ?? []).filter(ts.isInterfaceDeclaration);
    const parts = nodes.map((each) => this.#part(each));
    const index = parts.find((part) => part.index)?.index;
    const whole: InterfaceDeclaration = {
      kind: 'interface',
      name: node.name.text,
      bases: parts.flatMap(({ bases }) => bases),
      properties: parts.flatMap(({ properties }) => properties).reduce(addProperty, []),
      ...(index && { index }),
      docs: readDeclarationDocs(...nodes),
      place: this.#checked.placeOf(node),
    };
    return [whole];
  }

  #part(node: ts.InterfaceDeclaration): Pick<InterfaceDeclaration, 'bases' | 'properties' | 'index'> {
    const bases = (node.heritageClauses ?? []).flatMap(({ types }) => types).flatMap((each) => this.#bases(each));
    const own = this.#types.members(node.members);
    const inherited = bases.flatMap((base) => ('name' in base ? [] : [base]));
    const index = own.index ?? inherited.find((base) => base.index)?.index;
    const properties = inherited.flatMap((base) => base.properties);
    return {
      bases: bases.filter((base) => 'name' in base),
      properties: own.properties.reduce(overrideProperty, properties),
      ...(index && { index }),
    };
  }

  /** Reads a base. The members of an intersection are bases of their own, unless two of them have the same property. */
  #bases(node: ts.ExpressionWithTypeArguments | ts.TypeNode): readonly (Base | Members)[] {
    const symbol = this.#nameOf(node);
    const alias = symbol?.declarations?.find(ts.isTypeAliasDeclaration);
    const isGiven = alias === undefined || symbol === undefined || isGlobal(symbol) || isGeneric(symbol);
    const written = isGiven ? undefined : withoutParentheses(alias.type);
    if (!written || !this.#checker.getTypeFromTypeNode(written).isIntersection()) return [this.#base(node, symbol)];
    if (ts.isTypeReferenceNode(written)) return this.#bases(written);
    const parts = ts.isIntersectionTypeNode(written) ? written.types : [];
    const names = parts.flatMap((each) =>
      this.#checker.getPropertiesOfType(this.#checker.getTypeFromTypeNode(each)).map(({ name }) => name),
    );
    const isDisjoint = parts.length > 0 && new Set(names).size === names.length;
    return isDisjoint ? parts.flatMap((each) => this.#bases(each)) : [this.#types.membersOf(node)];
  }

  #nameOf(node: ts.ExpressionWithTypeArguments | ts.TypeNode): ts.Symbol | undefined {
    const name = ts.isExpressionWithTypeArguments(node)
      ? node.expression
      : ts.isTypeReferenceNode(node)
        ? node.typeName
        : undefined;
    return name && symbolOf(name, this.#checker);
  }

  /** Reads a base by its name, if it has one. The members of other bases are written out. */
  #base(node: ts.ExpressionWithTypeArguments | ts.TypeNode, symbol: ts.Symbol | undefined): Base | Members {
    const place = this.#checked.placeOf(node);
    if (symbol && !isGlobal(symbol) && !isGeneric(symbol)) return { name: symbol.name, place };
    const isApplied = ts.isExpressionWithTypeArguments(node) || ts.isTypeReferenceNode(node);
    const [of, keys] = (isApplied ? node.typeArguments : undefined) ?? [];
    const filtered = symbol && isGlobal(symbol) ? FILTERS.get(symbol.name) : undefined;
    const target = of && ts.isTypeReferenceNode(of) ? symbolOf(of.typeName, this.#checker) : undefined;
    const names = keys && stringsOf(this.#checker.getTypeFromTypeNode(keys));
    const base = of && this.#checker.getTypeFromTypeNode(of);
    const isNamed = target !== undefined && !isGlobal(target) && !isGeneric(target);
    if (filtered !== undefined && names && isNamed && base && this.#isExact(base, filtered, names)) {
      return { name: target.name, filter: { kind: filtered, keys: names }, place };
    }
    return this.#types.membersOf(node);
  }

  /**
   * Returns whether only properties are left out or picked. With an index signature, every string is a key: TypeScript does not distinguish
   * the named properties.
   */
  #isExact(base: ts.Type, filter: 'omit' | 'pick', keys: readonly string[]): boolean {
    const isKnown = keys.every((key) => this.#checker.getPropertyOfType(base, key));
    return base.getStringIndexType() === undefined || (filter === 'pick' && isKnown);
  }

  #alias(node: ts.TypeAliasDeclaration): readonly Declaration[] {
    if (node.typeParameters) return [];
    const { type, tags } = this.#types.aliased(node.type);
    const docs = withTags(readDeclarationDocs(node), tags);
    return [{ kind: 'alias', name: node.name.text, type, docs, place: this.#checked.placeOf(node) }];
  }

  /** Reads an enum as the union of its values. */
  #enum(node: ts.EnumDeclaration): Declaration {
    const { placeOf } = this.#checked;
    const members = node.members.map((member): TypeNode => {
      const value = this.#checker.getConstantValue(member);
      const isValue = typeof value === 'string' || Number.isFinite(value);
      if (!isValue) this.#types.unknown(member, 'enum member, its value must be a literal');
      return { kind: 'literal', value: value ?? '', place: placeOf(member) };
    });
    if (members.length === 0) this.#types.unknown(node, 'enum without members');
    const place = placeOf(node);
    return {
      kind: 'alias',
      name: node.name.text,
      type: { kind: 'union', members, enum: true, place },
      docs: readDeclarationDocs(node),
      place,
    };
  }

  #constant(node: ts.VariableDeclaration, statement: ts.VariableStatement): readonly Declaration[] {
    const isConst = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;
    const value = isConst && ts.isIdentifier(node.name) ? this.#valueOf(node) : undefined;
    if (value === undefined) {
      this.#types.unknown(node, 'declaration');
      return [];
    }
    const docs: Docs = readDeclarationDocs(statement);
    return [{ kind: 'constant', name: node.name.getText(), value, docs, place: this.#checked.placeOf(node) }];
  }

  #valueOf(node: ts.VariableDeclaration): ReturnType<typeof literalOf> {
    return literalOf(this.#checker.getTypeAtLocation(node), this.#checker);
  }
}

const FILTERS = new Map([
  ['Omit', 'omit'],
  ['Pick', 'pick'],
] as const) as ReadonlyMap<string, 'omit' | 'pick'>;

/** `export default` gives a declaration another name where it is imported. */
function isDefaultExport(node: ts.InterfaceDeclaration): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false;
}

/** Adds a property of another declaration of the same interface. TypeScript allows equal ones: it has the docs of all. */
function addProperty(properties: readonly Property[], added: Property): readonly Property[] {
  const known = properties.find(({ name }) => name === added.name);
  if (!known) return [...properties, added];
  return properties.map((each) => (each === known ? { ...known, docs: joinDocs(known.docs, added.docs) } : each));
}

/** Replaces an inherited property, at its position. Docs that it does not have itself are inherited. */
function overrideProperty(properties: readonly Property[], own: Property): readonly Property[] {
  const inherited = properties.find(({ name }) => name === own.name);
  if (!inherited) return [...properties, own];
  const docs = inheritDocs(own.docs, inherited.docs);
  return properties.map((each) => (each === inherited ? { ...own, docs } : each));
}

/** Returns the positions of such comments in a file: of an index signature, of a member of a union, or beside a brace. */
function findStrayTags(file: ts.SourceFile): readonly { readonly position: number; readonly tag: string }[] {
  const read = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (isRead(node))
      for (const { pos } of (node as { readonly jsDoc?: readonly ts.JSDoc[] }).jsDoc ?? []) read.add(pos);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return commentsIn(file.text).flatMap(({ position, text }) => {
    const tag = tagsIn(text).find(limitsValues);
    return tag === undefined || read.has(position) ? [] : [{ position, tag }];
  });
}

function isRead(node: ts.Node): boolean {
  return (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isVariableStatement(node) ||
    ts.isPropertySignature(node)
  );
}

/** Returns the names of the block tags of a comment: at the beginnings of its lines. */
function tagsIn(comment: string): readonly string[] {
  return comment.split('\n').flatMap((line) => /^[\s/*]*@([\w$-]+)/.exec(line)?.[1] ?? []);
}

function limitsValues(tag: string): boolean {
  const keyword = keywordOf({ name: tag, text: '' });
  return (
    tag === 'nullable' || keyword === 'format' || keyword === 'type' || (keyword !== undefined && isLimit(keyword))
  );
}
