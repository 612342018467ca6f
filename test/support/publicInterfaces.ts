/** What programs can name of the SDK: the members of what its entries export, and of the types that these mention. */

import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './schemas.js';

/** A member of a class or an interface, or a function. */
export interface PublicMember {
  /** Its declaration: `ClientOptions.roots`, or the name of a function. */
  readonly path: string;
  readonly name: string;
  /** The text of its tag `@deprecated`. Undefined: it has none. */
  readonly deprecated: string | undefined;
  /** The generated types that it mentions, if they are deprecated and it is not. */
  readonly mentions: readonly string[];
}

/** Returns the members that can be reached from classes and functions of some entries. What is only reached by deprecated ones is left out. */
export function publicMembers(entries: readonly string[]): readonly PublicMember[] {
  const project = join(ROOT, 'sdk');
  const { config } = ts.readConfigFile(join(project, 'tsconfig.json'), ts.sys.readFile) as { readonly config: unknown };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, project);
  const files = entries.map((entry) => join(project, 'src', `${entry}.ts`));
  const program = ts.createProgram(files, { ...options, noEmit: true, composite: false, incremental: false });
  const checker = program.getTypeChecker();
  const members: PublicMember[] = [];
  const visited = new Set<ts.Node>();

  const resolved = (symbol: ts.Symbol | undefined): readonly ts.Declaration[] => {
    const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return (isAlias ? checker.getAliasedSymbol(symbol) : symbol)?.declarations ?? [];
  };
  const visit = (declaration: ts.Declaration): void => {
    if (visited.has(declaration)) return;
    visited.add(declaration);
    const owner = nameOf(declaration);
    if (ts.isFunctionLike(declaration)) add(declaration, owner, owner);
    else if (ts.getJSDocDeprecatedTag(declaration) === undefined) {
      ts.forEachChild(declaration, (child) => add(child, `${owner}.${nameOf(child)}`, nameOf(child)));
    }
  };
  const add = (node: ts.Node, path: string, name: string): void => {
    if (isInternal(node)) return;
    const deprecated = ts.getJSDocDeprecatedTag(node);
    const mentions: string[] = [];
    if (deprecated === undefined) follow(node, mentions);
    const text = deprecated && ts.getTextOfJSDocComment(deprecated.comment);
    members.push({ path, name, deprecated: text, mentions });
  };
  /** Visits the types that a node mentions. */
  const follow = (node: ts.Node, mentions: string[]): void => {
    if (ts.isBlock(node) || isInternal(node) || ts.getJSDocDeprecatedTag(node) !== undefined) return;
    if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
      const name = ts.isTypeReferenceNode(node) ? node.typeName : node.expression;
      for (const declaration of resolved(checker.getSymbolAtLocation(name))) {
        const { fileName } = declaration.getSourceFile();
        const isGenerated = /\/generated\/(dist\/)?author\//.test(fileName);
        if (isGenerated && ts.getJSDocDeprecatedTag(declaration) !== undefined) mentions.push(name.getText());
        if (/\/sdk\/src\//.test(fileName)) visit(declaration);
      }
    }
    ts.forEachChild(node, (child) => follow(child, mentions));
  };

  for (const file of files) {
    const source = program.getSourceFile(file);
    const symbol = source && checker.getSymbolAtLocation(source);
    for (const exported of symbol === undefined ? [] : checker.getExportsOfModule(symbol)) {
      for (const declaration of resolved(exported)) {
        if (ts.isClassDeclaration(declaration) || ts.isFunctionDeclaration(declaration)) visit(declaration);
      }
    }
  }
  return members;
}

function nameOf(node: ts.Node): string {
  const { name } = node as { readonly name?: ts.Node };
  return name?.getText() ?? '';
}

/** Returns whether programs cannot use a member. */
function isInternal(node: ts.Node): boolean {
  const { name } = node as { readonly name?: ts.Node };
  if (name !== undefined && ts.isPrivateIdentifier(name)) return true;
  return ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal');
}
