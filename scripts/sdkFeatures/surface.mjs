// The definitions of the protocol in the public types of a feature: those that applications give to it, and those that they get from it.
import ts from 'typescript';

/** Classes that have features of their own. */
const OTHERS = new Set(['Client', 'Context', 'Server']);

const OPPOSITE = { gives: 'gets', gets: 'gives' };

/**
 * Returns the definitions in the types of some declarations. A definition is given or gotten as a whole, or one property of it: `Tool`,
 * `CompleteRequestParams.ref`. Each has the place in the public types.
 *
 * @param surface the declarations, with their file and the name of what has them: of a class for its members
 * @param direction `gives` for options, which applications give, and `gets` for functions, whose arguments are given then
 */
export function surfaceOf({ file, nodes, label }, direction, find) {
  const found = { gives: {}, gets: {} };
  const visited = new Set();

  function add(name, way, place) {
    found[way][name] ??= place;
  }

  /** Walks a type. `environment` has the types of type parameters, `owner` is the declaration around it, `isOwn` whether it is in the feature itself. */
  function walk(node, at) {
    if (node === undefined) return;
    if (ts.isTypeReferenceNode(node)) reference(node.typeName, node.typeArguments, at);
    else if (ts.isExpressionWithTypeArguments(node)) reference(node.expression, node.typeArguments, at);
    else if (ts.isIndexedAccessTypeNode(node)) indexed(node, at);
    else if (ts.isConditionalTypeNode(node)) [node.trueType, node.falseType].forEach((each) => walk(each, at));
    else if (ts.isTypeLiteralNode(node)) node.members.forEach((each) => member(each, at));
    else if (ts.isFunctionTypeNode(node)) signature(node, at);
    else ts.forEachChild(node, (child) => void (ts.isTypeNode(child) && walk(child, at)));
  }

  function reference(nameNode, args = [], at) {
    const name = nameNode.getText();
    if (at.environment.has(name)) {
      const { node, at: outside } = at.environment.get(name);
      walk(node, { ...outside, way: at.way });
      return;
    }
    const declared = find(name, at.file);
    if (declared?.definition !== undefined) add(declared.definition, at.way, at.place);
    else if (declared !== undefined) declaration(declared, args, at);
    else if (name === 'Pick') picked(args, at);
    else args.forEach((each) => walk(each, at));
  }

  function picked([type, names], at) {
    const { definition } = (ts.isTypeReferenceNode(type) && find(type.typeName.getText(), at.file)) || {};
    if (definition === undefined) {
      walk(type, at);
      return;
    }
    for (const text of stringsIn(names)) add(`${definition}.${text}`, at.way, at.place);
  }

  function indexed({ objectType, indexType }, at) {
    if (!ts.isTypeReferenceNode(objectType) || !ts.isLiteralTypeNode(indexType)) return;
    const { definition } = find(objectType.typeName.getText(), at.file) ?? {};
    if (definition !== undefined) add(`${definition}.${indexType.literal.text}`, at.way, at.place);
  }

  function declaration({ node, file }, args, at) {
    const name = node.name.text;
    const key = [file, name, at.way, ...args.map((each) => each.getText())].join(' ');
    if (OTHERS.has(name) || visited.has(key)) return;
    visited.add(key);
    const parameters = (node.typeParameters ?? []).map((parameter, index) => [
      parameter.name.text,
      { node: args[index] ?? parameter.default, at },
    ]);
    const inside = { ...at, file, environment: new Map(parameters), owner: name, isOwn: false };
    for (const { types } of node.heritageClauses ?? []) types.forEach((each) => walk(each, { ...inside, place: name }));
    // A name of an alias says more than that of the feature.
    if (ts.isTypeAliasDeclaration(node)) walk(node.type, at.isOwn ? { ...inside, place: name } : inside);
    else node.members.filter(isPublic).forEach((each) => member(each, inside));
  }

  function member(node, at) {
    const name = node.name?.getText();
    const inside = name === undefined || at.owner === undefined ? at : { ...at, place: `${at.owner}.${name}` };
    if (isFunction(node)) signature(node, inside);
    else walk(node.type, inside);
  }

  /** A function that an application gives receives its arguments from the SDK. */
  function signature(node, outside) {
    const own = (node.typeParameters ?? []).map(({ name }) => [name.text, { node: undefined, at: outside }]);
    const at = { ...outside, environment: new Map([...outside.environment, ...own]) };
    for (const { type } of node.parameters) walk(type, { ...at, way: OPPOSITE[at.way] });
    walk(node.type, at);
  }

  for (const node of nodes) {
    const owner = node.name === undefined || !(ts.isClassElement(node) || ts.isTypeElement(node)) ? undefined : label;
    member(node, { file, way: direction, place: label, owner, isOwn: true, environment: new Map() });
  }
  return found;
}

/** Returns whether a member of a class or an interface is for applications. */
export function isPublic(node) {
  if (node.name !== undefined && ts.isPrivateIdentifier(node.name)) return false;
  const isInternal = ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal');
  const isHidden =
    ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
  return !isInternal && !isHidden && !ts.isConstructorDeclaration(node);
}

/** Returns the literals of a type: `'ref' | 'argument'`. */
function stringsIn(type) {
  if (ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal)) return [type.literal.text];
  return ts.isUnionTypeNode(type) ? type.types.flatMap(stringsIn) : [];
}

function isFunction(node) {
  return (
    ts.isConstructorDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isCallSignatureDeclaration(node) ||
    ts.isGetAccessorDeclaration(node)
  );
}
