/** Reads a schema.ts: its declarations as data. Syntax only; no types are inferred. */

import { Node, Project, SyntaxKind, ts, VariableDeclarationKind } from 'ts-morph';
import type {
  EnumDeclaration,
  ExpressionWithTypeArguments,
  InterfaceDeclaration,
  SourceFile,
  TypeAliasDeclaration,
  TypeNode as SyntaxNode,
  VariableDeclaration,
  VariableStatement,
} from 'ts-morph';
import type { Base, Declaration, Literal, TypeNode } from '../model/declarations.js';
import { ProblemList, SchemaProblems, type Place } from '../problems.js';
import { ComputedTypes } from './computedTypes.js';
import { enumValues, literalTypeValue, literalValue } from './literals.js';
import { readNames } from './names.js';
import { readDocs } from './readDocs.js';
import { TypeReader } from './readTypes.js';

/**
 * @param text the file's content
 * @param file the file name in problem messages
 * @param known the declarations of the files that this one extends: it may import them, and compute types from them
 * @throws {SchemaProblems} naming every construct that is not in the grammar, at its line and column
 */
export function readTypeScript(text: string, file: string, known: readonly Declaration[] = []): readonly Declaration[] {
  try {
    return readDeclarations(text, file, known);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const remedy = 'Declare inner types separately.';
    throw new SchemaProblems([{ file, line: 1, column: 1, message: 'Types are nested too deeply', remedy }]);
  }
}

function readDeclarations(text: string, file: string, known: readonly Declaration[]): readonly Declaration[] {
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { noLib: true, types: [] } });
  const source = project.createSourceFile('/schema.ts', text);
  const problems = new ProblemList();
  for (const diagnostic of project.getProgram().getSyntacticDiagnostics(source)) {
    const message = ts.flattenDiagnosticMessageText(diagnostic.compilerObject.messageText, ' ');
    problems.add(
      placeAt(source, diagnostic.getStart(), file),
      `Syntax error: ${message}`,
      'Fix the TypeScript syntax.',
    );
  }
  problems.throwIfAny();
  const declarations = new FileReader(source, file, known, problems).declarations();
  problems.throwIfAny();
  return declarations;
}

function placeAt(source: SourceFile, position: number, file: string): Place {
  // The method of the wrapper reads the text from its start each time.
  const { line, character } = source.compilerNode.getLineAndCharacterOfPosition(position);
  return { file, line: line + 1, column: character + 1 };
}

/** A constant whose value is known only after all types are read: `declare const METHOD: Request['method']`. */
type OpenConstant = Omit<Declaration & { kind: 'constant' }, 'value'> & {
  readonly type: TypeNode;
  readonly node: Node;
};

class FileReader {
  readonly #source: SourceFile;
  readonly #file: string;
  readonly #known: readonly Declaration[];
  readonly #computed: ComputedTypes;
  readonly #types: TypeReader;

  constructor(source: SourceFile, file: string, known: readonly Declaration[], problems: ProblemList) {
    this.#source = source;
    this.#file = file;
    this.#known = known;
    this.#computed = new ComputedTypes(problems);
    const report = (node: Node, message: string, remedy: string): void => {
      problems.add(this.#place(node), message, remedy);
    };
    const names = readNames(source, known, report);
    this.#types = new TypeReader(names, this.#computed, report, (node) => this.#place(node));
  }

  declarations(): readonly Declaration[] {
    const read = this.#source.getStatements().flatMap((statement) => this.#statement(statement));
    this.#computed.know([...this.#known, ...read.flatMap((declaration) => (isOpen(declaration) ? [] : [declaration]))]);
    return read.flatMap((declaration) =>
      isOpen(declaration) ? this.#close(declaration) : [this.#computed.replaceIn(declaration)],
    );
  }

  #statement(statement: Node): readonly (Declaration | OpenConstant)[] {
    if (Node.isInterfaceDeclaration(statement) && !statement.isDefaultExport()) return [this.#interface(statement)];
    if (Node.isTypeAliasDeclaration(statement)) return [this.#alias(statement)];
    if (Node.isEnumDeclaration(statement)) return [this.#enum(statement)];
    if (Node.isVariableStatement(statement)) {
      return statement.getDeclarations().flatMap((node) => this.#constant(node, statement));
    }
    // `export { A };` exports what the file declares: every declaration counts, exported or not.
    const isLocalExport = Node.isExportDeclaration(statement) && !statement.getModuleSpecifier();
    if (isLocalExport || Node.isImportDeclaration(statement) || statement.isKind(SyntaxKind.EmptyStatement)) return [];
    this.#types.unknown(statement, 'statement');
    return [];
  }

  #interface(node: InterfaceDeclaration): Declaration {
    this.#refuseTypeParameters(node);
    return {
      kind: 'interface',
      name: node.getName(),
      bases: node.getExtends().flatMap((base) => this.#base(base)),
      ...this.#types.members(node.getMembers()),
      docs: readDocs(node),
      place: this.#place(node),
    };
  }

  #alias(node: TypeAliasDeclaration): Declaration {
    this.#refuseTypeParameters(node);
    const type = this.#types.type(node.getTypeNodeOrThrow());
    return { kind: 'alias', name: node.getName(), type, docs: readDocs(node), place: this.#place(node) };
  }

  /** Reads an enum as the union of its values. */
  #enum(node: EnumDeclaration): Declaration {
    const members = enumValues(node).map(({ member, value }): TypeNode => {
      if (value === undefined) this.#types.unknown(member, 'enum member, its value must be a literal');
      return { kind: 'literal', value: value ?? '', place: this.#place(member) };
    });
    if (members.length === 0) this.#types.unknown(node, 'enum without members');
    const place = this.#place(node);
    return {
      kind: 'alias',
      name: node.getName(),
      type: { kind: 'union', members, place },
      docs: readDocs(node),
      place,
    };
  }

  #constant(node: VariableDeclaration, statement: VariableStatement): readonly (Declaration | OpenConstant)[] {
    const initializer = node.getInitializer();
    const typeNode = node.getTypeNode();
    const base = {
      kind: 'constant',
      name: node.getName(),
      docs: readDocs(statement),
      place: this.#place(node),
    } as const;
    if (statement.getDeclarationKind() === VariableDeclarationKind.Const) {
      const value = initializer && literalValue(initializer);
      if (value !== undefined && !typeNode) return [{ ...base, value }];
      if (typeNode && !initializer) return [{ ...base, type: this.#types.type(typeNode), node }];
    }
    this.#types.unknown(node, 'declaration');
    return [];
  }

  #close({ type, node, ...constant }: OpenConstant): readonly Declaration[] {
    const value: Literal | undefined = this.#computed.literalOf(type);
    if (value !== undefined) return [{ ...constant, value }];
    this.#types.unknown(node, 'declaration, the type of a constant must be one literal');
    return [];
  }

  #base(node: ExpressionWithTypeArguments): Base[] {
    const name = node.getExpression().getText();
    const [of, keys, ...rest] = node.getTypeArguments();
    if (!of) return [{ name: this.#types.nameOf(name), place: this.#place(node) }];
    const filtered = name === 'Omit' ? 'omit' : name === 'Pick' ? 'pick' : undefined;
    const names = keys && literalKeys(keys);
    if (!filtered || !names || rest.length > 0 || !Node.isTypeReference(of) || of.getTypeArguments().length > 0) {
      this.#types.unknown(node, 'base');
      return [];
    }
    return [
      { name: this.#types.nameOf(of.getText()), filter: { kind: filtered, keys: names }, place: this.#place(node) },
    ];
  }

  #refuseTypeParameters(node: InterfaceDeclaration | TypeAliasDeclaration): void {
    for (const parameter of node.getTypeParameters()) this.#types.unknown(parameter, 'type parameter');
  }

  #place(node: Node): Place {
    return placeAt(this.#source, node.getStart(), this.#file);
  }
}

function isOpen(declaration: Declaration | OpenConstant): declaration is OpenConstant {
  return 'node' in declaration;
}

/** Returns the keys of `'a'` or `'a' | 'b'`. */
function literalKeys(node: SyntaxNode): readonly string[] | undefined {
  const members = Node.isUnionTypeNode(node) ? node.getTypeNodes() : [node];
  const keys = members.map(literalTypeValue);
  return keys.every((key) => typeof key === 'string') ? keys : undefined;
}
