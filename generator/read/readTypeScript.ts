/** Reads a schema.ts: its declarations as data. Syntax only; no types are computed. */

import { Node, Project, SyntaxKind, ts, VariableDeclarationKind } from 'ts-morph';
import type {
  ExpressionWithTypeArguments,
  IndexSignatureDeclaration,
  InterfaceDeclaration,
  PropertySignature,
  SourceFile,
  TypeAliasDeclaration,
  TypeElementTypes,
  TypeLiteralNode,
  TypeNode as SyntaxNode,
  TypeReferenceNode,
  VariableStatement,
} from 'ts-morph';
import type { Base, Declaration, PrimitiveName, Property, TypeNode } from '../model/declarations.js';
import { ProblemList, SchemaProblems, type Place } from '../problems.js';
import { readDocs } from './readDocs.js';

const PRIMITIVES = new Map<SyntaxKind, PrimitiveName>([
  [SyntaxKind.StringKeyword, 'string'],
  [SyntaxKind.NumberKeyword, 'number'],
  [SyntaxKind.BooleanKeyword, 'boolean'],
  [SyntaxKind.UnknownKeyword, 'unknown'],
  [SyntaxKind.AnyKeyword, 'any'],
  [SyntaxKind.ObjectKeyword, 'object'],
]);

const GRAMMAR =
  'The grammar is: interfaces, type aliases and constants of strings and numbers; in types: string, number, boolean, null, ' +
  'unknown, any, object, literals, arrays, unions, intersections, object literals, string index signatures, ' +
  'typeof CONSTANT, Record<string, unknown> and names.';

/**
 * @param text the file's content
 * @param file the name that problems are reported under
 * @throws {SchemaProblems} naming every construct that is not in the grammar, at its line and column
 */
export function readTypeScript(text: string, file: string): readonly Declaration[] {
  try {
    return readDeclarations(text, file);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const remedy = 'Give inner types names of their own.';
    throw new SchemaProblems([{ file, line: 1, column: 1, message: 'Types are nested too deep to be read', remedy }]);
  }
}

function readDeclarations(text: string, file: string): readonly Declaration[] {
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { noLib: true, types: [] } });
  const source = project.createSourceFile('/schema.ts', text);
  const reader = new Reader(file);
  for (const diagnostic of project.getProgram().getSyntacticDiagnostics(source)) {
    const message = ts.flattenDiagnosticMessageText(diagnostic.compilerObject.messageText, ' ');
    reader.report(placeAt(source, diagnostic.getStart(), file), `Syntax error: ${message}`, 'Mend the TypeScript.');
  }
  reader.throwIfAny();
  const declarations = source.getStatements().flatMap((statement) => reader.declarations(statement));
  reader.throwIfAny();
  return declarations;
}

function placeAt(source: SourceFile, position: number, file: string): Place {
  const { line, column } = source.getLineAndColumnAtPos(position);
  return { file, line, column };
}

class Reader extends ProblemList {
  readonly #file: string;

  constructor(file: string) {
    super();
    this.#file = file;
  }

  report(place: Place, message: string, remedy: string): void {
    this.add(place, message, remedy);
  }

  declarations(statement: Node): readonly Declaration[] {
    if (Node.isInterfaceDeclaration(statement) && !statement.isDefaultExport()) return [this.#interface(statement)];
    if (Node.isTypeAliasDeclaration(statement)) return [this.#alias(statement)];
    if (Node.isVariableStatement(statement)) return this.#constants(statement);
    if (statement.isKind(SyntaxKind.EmptyStatement)) return [];
    this.#unknown(statement, 'statement');
    return [];
  }

  #interface(node: InterfaceDeclaration): Declaration {
    this.#refuseTypeParameters(node);
    return {
      kind: 'interface',
      name: node.getName(),
      bases: node.getExtends().flatMap((base) => this.#base(base)),
      ...this.#members(node.getMembers()),
      docs: readDocs(node),
      place: this.#place(node),
    };
  }

  #alias(node: TypeAliasDeclaration): Declaration {
    this.#refuseTypeParameters(node);
    return {
      kind: 'alias',
      name: node.getName(),
      type: this.#type(node.getTypeNodeOrThrow()),
      docs: readDocs(node),
      place: this.#place(node),
    };
  }

  #constants(statement: VariableStatement): readonly Declaration[] {
    return statement.getDeclarations().flatMap((node): Declaration[] => {
      const initializer = node.getInitializer();
      const value = initializer && literalValue(initializer);
      if (
        value === undefined ||
        statement.getDeclarationKind() !== VariableDeclarationKind.Const ||
        node.getTypeNode()
      ) {
        this.#unknown(node, 'declaration');
        return [];
      }
      return [{ kind: 'constant', name: node.getName(), value, docs: readDocs(statement), place: this.#place(node) }];
    });
  }

  #base(node: ExpressionWithTypeArguments): Base[] {
    const name = node.getExpression().getText();
    const [of, keys, ...rest] = node.getTypeArguments();
    if (!of) return [{ name, place: this.#place(node) }];
    const filtered = name === 'Omit' ? 'omit' : name === 'Pick' ? 'pick' : undefined;
    const names = keys && literalKeys(keys);
    if (!filtered || !names || rest.length > 0 || !Node.isTypeReference(of) || of.getTypeArguments().length > 0) {
      this.#unknown(node, 'base');
      return [];
    }
    return [{ name: of.getText(), filter: { kind: filtered, keys: names }, place: this.#place(node) }];
  }

  #members(members: readonly TypeElementTypes[]): { properties: readonly Property[]; index?: TypeNode } {
    const properties: Property[] = [];
    let index: TypeNode | undefined;
    for (const member of members) {
      if (Node.isReadonlyable(member) && member.isReadonly()) this.#unknown(member, 'readonly member');
      else if (Node.isPropertySignature(member)) properties.push(this.#property(member));
      else if (Node.isIndexSignatureDeclaration(member) && !index) index = this.#index(member);
      else this.#unknown(member, 'member');
    }
    return index ? { properties, index } : { properties };
  }

  #property(node: PropertySignature): Property {
    const nameNode = node.getNameNode();
    const named = Node.isIdentifier(nameNode) || Node.isStringLiteral(nameNode);
    if (!named) this.#unknown(nameNode, 'property name');
    const typeNode = node.getTypeNode();
    if (!typeNode) this.#unknown(node, 'property without a type');
    return {
      name: named ? nameNode.compilerNode.text : nameNode.getText(),
      optional: node.hasQuestionToken(),
      type: typeNode ? this.#type(typeNode) : { kind: 'primitive', name: 'unknown', place: this.#place(node) },
      docs: readDocs(node),
      place: this.#place(node),
    };
  }

  #index(node: IndexSignatureDeclaration): TypeNode {
    if (!node.getKeyTypeNode().isKind(SyntaxKind.StringKeyword)) this.#unknown(node, 'index signature');
    return this.#type(node.getReturnTypeNodeOrThrow());
  }

  #type(node: SyntaxNode): TypeNode {
    const place = this.#place(node);
    const primitive = PRIMITIVES.get(node.getKind());
    if (primitive) return { kind: 'primitive', name: primitive, place };
    if (Node.isParenthesizedTypeNode(node)) return this.#type(node.getTypeNode());
    if (Node.isArrayTypeNode(node)) return { kind: 'array', element: this.#type(node.getElementTypeNode()), place };
    if (Node.isUnionTypeNode(node)) return { kind: 'union', members: this.#types(node.getTypeNodes()), place };
    if (Node.isIntersectionTypeNode(node)) {
      return { kind: 'intersection', members: this.#types(node.getTypeNodes()), place };
    }
    if (Node.isTypeLiteral(node)) return this.#object(node);
    if (Node.isTypeReference(node)) return this.#reference(node);
    if (Node.isTypeQuery(node) && Node.isIdentifier(node.getExprName()) && node.getTypeArguments().length === 0) {
      return { kind: 'typeof', name: node.getExprName().getText(), place };
    }
    if (Node.isLiteralTypeNode(node)) {
      const literal = node.getLiteral();
      if (literal.isKind(SyntaxKind.NullKeyword)) return { kind: 'primitive', name: 'null', place };
      const value = literalValue(literal);
      if (value !== undefined) return { kind: 'literal', value, place };
    }
    this.#unknown(node, 'type');
    return { kind: 'primitive', name: 'unknown', place };
  }

  #types(nodes: readonly SyntaxNode[]): readonly TypeNode[] {
    return nodes.map((node) => this.#type(node));
  }

  #object(node: TypeLiteralNode): TypeNode {
    return { kind: 'object', ...this.#members(node.getMembers()), place: this.#place(node) };
  }

  #reference(node: TypeReferenceNode): TypeNode {
    const place = this.#place(node);
    const name = node.getTypeName().getText();
    const [first, second, ...rest] = node.getTypeArguments();
    if (!first && Node.isIdentifier(node.getTypeName())) return { kind: 'reference', name, place };
    if (name === 'Array' && first && !second) return { kind: 'array', element: this.#type(first), place };
    const isRecord = name === 'Record' && first?.isKind(SyntaxKind.StringKeyword) && rest.length === 0;
    if (isRecord && second?.isKind(SyntaxKind.UnknownKeyword)) return { kind: 'record', place };
    this.#unknown(node, 'type');
    return { kind: 'primitive', name: 'unknown', place };
  }

  #refuseTypeParameters(node: InterfaceDeclaration | TypeAliasDeclaration): void {
    for (const parameter of node.getTypeParameters()) this.#unknown(parameter, 'type parameter');
  }

  #unknown(node: Node, role: string): void {
    const [line = ''] = node.getText().split('\n');
    const shown = line.length > 60 ? `${line.slice(0, 60)}...` : line;
    this.report(this.#place(node), `Unknown ${role}: ${shown} (${node.getKindName()})`, GRAMMAR);
  }

  #place(node: Node): Place {
    return placeAt(node.getSourceFile(), node.getStart(), this.#file);
  }
}

/** The value of a string or number literal, negative ones included. */
function literalValue(node: Node): string | number | undefined {
  if (Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node)) return node.getLiteralText();
  const negative = Node.isPrefixUnaryExpression(node) && node.getOperatorToken() === SyntaxKind.MinusToken;
  const number = negative ? node.getOperand() : node;
  if (!Node.isNumericLiteral(number)) return undefined;
  const value = Number(number.compilerNode.text);
  // `1e999` is no value that JSON can say.
  if (!Number.isFinite(value)) return undefined;
  return negative ? -value : value;
}

/** The keys of `'a'` or `'a' | 'b'`. */
function literalKeys(node: SyntaxNode): readonly string[] | undefined {
  const members = Node.isUnionTypeNode(node) ? node.getTypeNodes() : [node];
  const keys = members.map((member) =>
    Node.isLiteralTypeNode(member) ? literalValue(member.getLiteral()) : undefined,
  );
  return keys.every((key) => typeof key === 'string') ? keys : undefined;
}
