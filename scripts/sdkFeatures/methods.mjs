// Which declaration of the SDK handles which methods: a class that declares handlers, a member or a function that sends a message or makes
// a question, and an option of clients that answers one.
import ts from 'typescript';
import { eachNode } from '../byHand/sources.mjs';
import { isPublic } from './surface.mjs';

/** The folders with features, and the side that they are for. */
const SIDES = {
  'sdk/src/server/': 'server',
  'sdk/src/tasks/client': 'client',
  'sdk/src/tasks/': 'server',
  'sdk/src/client/': 'client',
};

/** What applications connect with, and the first messages of connections. */
const OPENERS = [
  { name: 'Server', side: 'server', file: 'sdk/src/server/server.ts' },
  { name: 'connect', side: 'client', file: 'sdk/src/client/connect.ts' },
];
const OPENING = ['initialize', 'serverDiscover'];

/** The classes whose members applications call: each member is a feature. */
const CALLED = new Set(['Client', 'Context', 'Server']);

/** Sends any message, whatever is in it. */
const GENERIC = 'Client.request';

/** The folders of the runtime that exchange messages themselves. */
const RUNTIME = ['runtime/src/session/', 'runtime/src/stateless/', 'runtime/src/peer/'];

/** Functions whose first argument is a method that they send. */
const SENDS = /^#?(?:ask|list|request|notify|open|requestExtension|notifyExtension|requestOrNotify)$/;

/** Returns the features that a module declares. */
export function featuresIn(file, source) {
  const [, side] = Object.entries(SIDES).find(([folder]) => file.startsWith(folder)) ?? [];
  if (side === undefined) return [];
  const namespaces = methodNamespaces(source);
  const feature = (name, methods, surface) =>
    methods.length === 0 ? [] : [{ name, side, file, methods, surface, direction: 'gives' }];
  return source.statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement) && statement.name !== undefined) {
      const surface = { file, nodes: [statement], label: statement.name.text };
      return feature(statement.name.text, methodsIn(statement, namespaces), surface);
    }
    if (!ts.isClassDeclaration(statement)) return [];
    const name = statement.name.text;
    const made = statement.members.filter(ts.isConstructorDeclaration).flatMap((each) => methodsIn(each, namespaces));
    const declared = [...handlersOf(statement), ...made];
    const members = statement.members.filter((member) => isPublic(member) && member.name !== undefined);
    const others = members.filter((member) => !['handlers', 'capabilities'].includes(member.name.getText()));
    if (declared.length > 0) return feature(name, declared, { file, nodes: others, label: name });
    const found = others.map((member) => ({
      name: `${name}.${member.name.getText()}`,
      methods: calledFrom(member, statement).flatMap((each) => methodsIn(each, namespaces)),
      surface: { file, nodes: [member], label: name },
    }));
    if (CALLED.has(name)) {
      return found
        .filter((each) => each.name !== GENERIC)
        .flatMap((each) => feature(each.name, each.methods, each.surface));
    }
    const all = found.flatMap(({ methods }) => methods);
    return feature(name, all, { file, nodes: others, label: name });
  });
}

/** Returns what applications connect with. */
export function openersIn(file, source) {
  const opener = OPENERS.find((each) => each.file === file);
  if (opener === undefined) return [];
  const declaration = source.statements.find((each) => each.name?.text === opener.name);
  const surface = ts.isClassDeclaration(declaration)
    ? { file, nodes: declaration.members.filter(ts.isConstructorDeclaration), label: `new ${opener.name}` }
    : { file, nodes: [declaration], label: opener.name };
  return [{ ...opener, opens: true, methods: OPENING, surface, direction: 'gives' }];
}

/** Returns the methods that a module of the runtime sends or handles itself. */
export function runtimeIn(file, source) {
  if (!RUNTIME.some((folder) => file.startsWith(folder))) return [];
  const namespaces = methodNamespaces(source);
  const handled = [];
  const compared = (node) => {
    if (ts.isBinaryExpression(node)) handled.push(methodOf(node.right, namespaces));
  };
  eachNode(source, (node) => {
    // `[Method.ping, { handle }]`, `method === Method.ping ? handle : other`, and `if (method === Method.ping) handle();`
    const [first, second] = ts.isArrayLiteralExpression(node) ? node.elements : [];
    if (second !== undefined && /handle\b/.test(second.getText())) handled.push(methodOf(first, namespaces));
    if (ts.isConditionalExpression(node)) compared(node.condition);
    if (ts.isIfStatement(node)) compared(node.expression);
  });
  const part = (does, methods) => ({ name: 'the runtime', does, file, methods: methods.filter(Boolean) });
  return [part('sends', methodsIn(source, namespaces)), part('handles', handled)];
}

/**
 * Returns the options of clients that answer requests of servers: the module that lists them has a constant with the method and the option
 * of each.
 */
export function clientOptions(file, source, find) {
  if (file !== 'sdk/src/client/clientMethods.ts') return [];
  const namespaces = methodNamespaces(source);
  const options = find('ClientOptions', 'sdk/src/client/connect.ts');
  const found = [];
  eachNode(source, (node) => {
    if (!ts.isPropertyAssignment(node) || !ts.isComputedPropertyName(node.name)) return;
    const method = methodOf(node.name.expression, namespaces);
    if (method === undefined || !ts.isStringLiteral(node.initializer)) return;
    const option = node.initializer.text;
    const member = options.node.members.find(({ name }) => name?.getText() === option);
    found.push({
      name: `the option ${option}`,
      side: 'client',
      file: fileOf(member.type, options.file, find),
      methods: [method],
      surface: { file: options.file, nodes: [member], label: 'ClientOptions' },
      direction: 'gets',
    });
  });
  return found;
}

/** Returns the file of the type of an option. */
function fileOf(type, file, find) {
  const files = [];
  const visit = (node) => {
    if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) {
      const found = find(node.typeName.text, file);
      if (found?.file !== undefined) files.push(found.file);
    }
    ts.forEachChild(node, visit);
  };
  visit(type);
  return files.at(-1) ?? file;
}

/** Returns the local names of the module that has the methods. */
function methodNamespaces(source) {
  const found = source.statements.filter(ts.isImportDeclaration).flatMap(({ importClause, moduleSpecifier }) => {
    const { text } = moduleSpecifier;
    const isMethods = /\/registry\/methods(?:\.js)?$/.test(text) || /\/extensions\/[^/]+\/methods$/.test(text);
    const bindings = importClause?.namedBindings;
    return isMethods && bindings !== undefined && ts.isNamespaceImport(bindings) ? [bindings.name.text] : [];
  });
  return new Set(found);
}

/** Returns the name of the constant of a method: `toolsCall` for `Method.toolsCall`. */
function methodOf(node, namespaces) {
  const isMethod = ts.isPropertyAccessExpression(node) && namespaces.has(node.expression.getText());
  return isMethod ? node.name.text : undefined;
}

/** Returns the methods that a node sends, or makes questions of. */
function methodsIn(root, namespaces) {
  const found = [];
  const add = (node) => {
    if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(add);
    const method = methodOf(node, namespaces);
    if (method !== undefined) found.push(method);
  };
  eachNode(root, (node) => {
    if (ts.isCallExpression(node) && node.arguments.length > 0) {
      const { expression } = node;
      const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
      if (SENDS.test(name)) add(node.arguments[0]);
    } else if (ts.isPropertyAssignment(node) && node.name.getText() === 'method') add(node.initializer);
  });
  return found;
}

/** Returns the methods that a class handles: the keys of the object that it assigns to its property `handlers`. */
function handlersOf(declaration) {
  const found = [];
  const keysOf = (object) => {
    for (const { name } of object.properties) if (name !== undefined) found.push(name.text);
  };
  eachNode(declaration, (node) => {
    const isAssigned =
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      node.left.getText() === 'this.handlers';
    if (isAssigned && ts.isObjectLiteralExpression(node.right)) keysOf(node.right);
    if (!ts.isPropertyDeclaration(node) || node.name.getText() !== 'handlers' || node.initializer === undefined) return;
    if (ts.isObjectLiteralExpression(node.initializer)) keysOf(node.initializer);
  });
  return found;
}

/** Returns a member of a class with the private members that it calls, at any depth. */
function calledFrom(member, declaration) {
  const privates = new Map(
    declaration.members
      .filter(({ name }) => name && ts.isPrivateIdentifier(name))
      .map((each) => [each.name.text, each]),
  );
  const found = new Set([member]);
  for (const each of found) {
    eachNode(each, (node) => {
      const called = ts.isPrivateIdentifier(node) ? privates.get(node.text) : undefined;
      if (called !== undefined) found.add(called);
    });
  }
  return [...found];
}
