// The lint rule against names of the protocol that are written by hand. It reads the names from the generated registry, so that a new
// message, error code, header, key of _meta, or revision is covered as soon as it is generated.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const generated = new URL('../generated/', import.meta.url);

/**
 * Files whose subject is the protocol itself: generated code, schemas, the conversions between revisions, and the advice about what they
 * changed.
 */
const ALLOWED = [
  /(?:^|\/)(?:sdk\/src\/conversions|(?:runtime|auth)\/src\/registry|generator\/registry)\//,
  /(?:^|\/)generator\/diff\/guide\.ts$/,
  // New messages follow the conventions of names, so that these are facts of all revisions to come.
  /(?:^|\/)generator\/model\/conventions\.ts$/,
  // A package may have a folder with such a name.
  /^(?!(?:.*\/)?src\/)(?:.*\/)?(?:generated|schema)\//,
];

/** The files in which features declare their own methods, as the keys of the object that they assign to `handlers`. */
const FEATURES = /(?:^|\/)sdk\/src\//;

/** Functions whose first argument is a method. `ping` and `initialize` are also plain words. */
const TAKES_METHOD = new Set([
  ...['request', 'notify', 'open', 'requestExtension', 'notifyExtension'],
  ...['toAuthor', 'toRevision', 'isRequestFor', 'isNotification'],
]);

/** Nodes around a value that are not a position of their own. */
const TRANSPARENT = new Set([
  ...['ParenthesizedExpression', 'TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'],
  ...['ConditionalExpression', 'LogicalExpression'],
]);

/** Parents of literals in types: `'tools/call'` as a type, and properties and methods of object types. */
const TYPES = new Set([
  'TSLiteralType',
  'TSPropertySignature',
  'TSMethodSignature',
  'TSImportType',
  'TSExternalModuleReference',
]);

/** Returns the constants of a generated module, by their names. */
async function constantsOf(path) {
  // `as const` is all that makes it TypeScript.
  const source = readFileSync(new URL(path, generated), 'utf8').replaceAll(/ as const;$/gm, ';');
  return Object.entries(await import(`data:text/javascript,${encodeURIComponent(source)}`));
}

/** Returns the names of the protocol, each with the constant to import. */
async function readNames() {
  const registry = (name) => constantsOf(`registry/${name}.ts`);
  const { revisions } = Object.fromEntries(await registry('revisions'));
  const byValue = (module, namespace, constants) =>
    new Map(constants.map(([name, value]) => [value, { module, namespace, name }]));
  const headers = (await registry('headers')).filter(([, value]) => typeof value === 'string');
  const extensions = readdirSync(new URL('extensions/', generated)).filter((name) =>
    existsSync(fileURLToPath(new URL(`extensions/${name}/methods.ts`, generated))),
  );
  const methods = byValue('registry/methods', 'Method', await registry('methods'));
  for (const extension of extensions) {
    const path = `extensions/${extension}/methods`;
    // A revision may have had the method before it became one of an extension.
    for (const [value, row] of byValue(path, 'ExtensionMethod', await constantsOf(`${path}.ts`))) {
      if (!methods.has(value)) methods.set(value, row);
    }
  }
  const names = {
    method: methods,
    errorCode: byValue('registry/errorCodes', 'Code', await registry('errorCodes')),
    header: byValue('registry/headers', 'Header', headers),
    metaKey: byValue('registry/metaKeys', 'MetaKeys', await registry('metaKeys')),
    revision: new Map(Object.keys(revisions).map((id) => [id, id])),
  };
  for (const [kind, { size }] of Object.entries(names)) {
    if (size === 0) throw new Error(`No ${kind} in the generated registry`);
  }
  return names;
}

const NAMES = await readNames();
/** The beginnings of methods, up to a slash: `tools/`. Code that compares them has a list of methods that nobody updates. */
const BEGINNINGS = new Set(
  [...NAMES.method.keys()].flatMap((method) =>
    [...method.matchAll(/\//g)].map(({ index }) => method.slice(0, index + 1)),
  ),
);
/** The ends of methods, from a slash on: `/list`. */
const ENDINGS = new Set(
  [...NAMES.method.keys()].flatMap((method) => [...method.matchAll(/\//g)].map(({ index }) => method.slice(index))),
);
/** Functions of strings that compare or take parts. */
const TAKES_PART = new Set([
  ...['startsWith', 'endsWith', 'includes', 'indexOf', 'lastIndexOf', 'match', 'matchAll', 'search', 'split'],
  ...['slice', 'substring', 'replace', 'replaceAll', 'at', 'charAt'],
]);
const PREFIXES = [...NAMES.header.keys()].filter((header) => header.endsWith('-'));

/** The kinds of names that the rule refuses. */
export const KINDS = Object.keys(NAMES);

/**
 * Refuses names of the protocol in value position: methods, error codes, HTTP headers, keys of `_meta`, and ids of revisions. Types and
 * comments may have them.
 */
export const protocolLiterals = {
  meta: {
    schema: [],
    messages: {
      beginning:
        'The method beginning {{value}} is written by hand. Compare whole methods: import * as Method from "{{module}}", or facts of the registry.',
      ending:
        'The method ending {{value}} is written by hand. Compare whole methods: import * as Method from "{{module}}", or facts of the registry.',
      part: 'The method part {{value}} is written by hand. Compare whole methods: import * as Method from "{{module}}", or facts of the registry.',
      method: 'The method {{value}} is written by hand. Use {{constant}}: import * as {{namespace}} from "{{module}}".',
      errorCode:
        'The error code {{value}} is written by hand. Use {{constant}}: import * as {{namespace}} from "{{module}}".',
      header: 'The header {{value}} is written by hand. Use {{constant}}: import * as {{namespace}} from "{{module}}".',
      metaKey: 'The key {{value}} is written by hand. Use {{constant}}: import * as {{namespace}} from "{{module}}".',
      revision:
        'The revision {{value}} is written by hand. State what the revision has as a row of "features" in schema/overrides.json, and use holds(Feature.name, revision): import * as Feature from "{{module}}". If any revision of a kind will do, import "revisions".',
    },
  },
  create(context) {
    const path = context.filename.replaceAll('\\', '/');
    if (ALLOWED.some((files) => files.test(path))) return {};
    const report = (node, kind, value, row) => {
      const { module, namespace = '', name } = kind === 'revision' ? { module: 'registry/features' } : row;
      const data = { value, namespace, constant: `${namespace}.${name}`, module: importOf(module, path) };
      context.report({ node, messageId: kind, data });
    };
    const check = (node, text) => {
      if (isType(node) || isOwnMethod(node, path)) return;
      const found = named(text, node);
      if (found !== undefined) report(node, found.kind, text, found.row);
      else if (BEGINNINGS.has(text)) reportPart(node, 'beginning', text);
      else if (isComparedPart(node)) reportPart(node, ENDINGS.has(text) ? 'ending' : 'part', text);
    };
    const reportPart = (node, messageId, value) =>
      context.report({ node, messageId, data: { value, module: importOf('registry/methods', path) } });
    /** Checks what a pattern has in it, without its escapes. */
    const checkPattern = (node, { pattern, flags }) => {
      const text = pattern.replaceAll(/\\(\W)/g, '$1');
      const found = nameInPattern(flags.includes('i') ? text.toLowerCase() : text);
      if (found !== undefined) report(node, found.kind, found.text, found.row);
      else if (isComparedPart(node)) reportPart(node, 'part', `/${pattern}/`);
      else {
        const beginning = /(?<![\w/.-])\w+\//.exec(text)?.[0];
        if (beginning !== undefined && BEGINNINGS.has(beginning)) reportPart(node, 'beginning', beginning);
      }
    };
    /** Checks the number that an expression always is: `0 - 32601`. */
    const checkNumber = (node) => {
      const value = isNumberPart(node.parent) ? undefined : staticNumber(node);
      const row = NAMES.errorCode.get(value);
      if (row !== undefined && !isType(node)) report(node, 'errorCode', String(value), row);
    };
    /** Checks what strings are joined to, instead of each of them. */
    const checkJoined = (node) => {
      const text = isJoined(node.parent) ? undefined : staticText(node);
      if (text !== undefined) check(node, text);
    };
    return {
      Literal(node) {
        if (node.regex !== undefined) checkPattern(node, node.regex);
        else if (typeof node.value === 'string' && !isJoined(node.parent)) check(node, node.value);
      },
      BinaryExpression(node) {
        checkJoined(node);
        checkNumber(node);
      },
      CallExpression: checkJoined,
      Property({ key, computed }) {
        // A word as a key needs no quotation marks.
        if (!computed && key.type === 'Identifier' && isTable(key.parent.parent)) check(key, key.name);
      },
      TemplateLiteral(node) {
        if (staticText(node) !== undefined) return checkJoined(node);
        const first = leadingText(node);
        const whole = node.quasis.flatMap(({ value }) => value.cooked.split(/\s+/)).find((word) => isWholeName(word));
        const last = node.quasis.at(-1).value.cooked;
        const prefix = PREFIXES.find((each) => startsWith(first, each));
        if (whole !== undefined && !/\s/.test(textOf(node))) check(node, whole);
        else if (isBeginning(first)) reportPart(node, 'beginning', first);
        else if (prefix !== undefined) check(node, prefix);
        else if (ENDINGS.has(last) && /^notifications|method|list/i.test(textOf(node)))
          reportPart(node, 'ending', last);
      },
      UnaryExpression: checkNumber,
    };
  },
};

/** Returns the kind and the constant of a string, if it is a name of the protocol. */
function named(text, node) {
  const method = NAMES.method.get(text);
  if (method !== undefined) return text.includes('/') || isMethod(node) ? { kind: 'method', row: method } : undefined;
  const metaKey = text.includes('/') ? NAMES.metaKey.get(text) : undefined;
  if (metaKey !== undefined) return { kind: 'metaKey', row: metaKey };
  if (NAMES.revision.has(text)) return { kind: 'revision' };
  const code = /^-\d+$/.test(text) ? NAMES.errorCode.get(Number(text)) : undefined;
  if (code !== undefined) return { kind: 'errorCode', row: code };
  const header = headerIn(text);
  return header && { kind: 'header', row: header };
}

/** Returns the header that a string is, begins with, or has in a list: `content-type, mcp-session-id`. */
function headerIn(text) {
  const prefix = PREFIXES.find((each) => startsWith(text, each));
  if (prefix !== undefined && !/\s/.test(text)) return NAMES.header.get(prefix);
  if (!/^[\w-]+(?:,\s*[\w-]+)*$/.test(text)) return undefined;
  const items = text.split(/,\s*/).map((item) => NAMES.header.get(item.toLowerCase()));
  return items.find((item) => item !== undefined);
}

/** Returns the string that an expression always is: `'tools/' + 'call'`, `['tools', 'call'].join('/')`. Undefined if it depends on values. */
function staticText(node) {
  const all = (nodes, separator) => {
    const texts = nodes.map((each) => (each === null ? undefined : staticText(each)));
    return texts.includes(undefined) ? undefined : texts.join(separator);
  };
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : undefined;
    case 'BinaryExpression':
      return node.operator === '+' ? all([node.left, node.right], '') : undefined;
    case 'TemplateLiteral': {
      const texts = node.expressions.map(staticText);
      if (texts.includes(undefined)) return undefined;
      return node.quasis.map(({ value }, index) => value.cooked + (texts[index] ?? '')).join('');
    }
    case 'CallExpression': {
      const { callee, arguments: given } = node;
      if (callee.type === 'MemberExpression' && nameOf(callee.property) === 'concat') {
        return all([callee.object, ...given], '');
      }
      const isJoin = callee.type === 'MemberExpression' && nameOf(callee.property) === 'join';
      if (!isJoin || callee.object.type !== 'ArrayExpression' || given.length !== 1) return undefined;
      const separator = staticText(given[0]);
      return separator === undefined ? undefined : all(callee.object.elements, separator);
    }
    default:
      return undefined;
  }
}

/** Returns the number that an expression always is: `-32601`, `0 - 32_601`, `~32600`. Undefined if it depends on values. */
function staticNumber(node) {
  if (node.type === 'Literal') return typeof node.value === 'number' ? node.value : undefined;
  if (node.type === 'UnaryExpression') {
    const value = staticNumber(node.argument);
    const unary = { '-': () => -value, '+': () => value, '~': () => ~value }[node.operator];
    return value === undefined ? undefined : unary?.();
  }
  if (node.type !== 'BinaryExpression') return undefined;
  const [left, right] = [staticNumber(node.left), staticNumber(node.right)];
  const binary = { '-': () => left - right, '+': () => left + right, '*': () => left * right }[node.operator];
  return left === undefined || right === undefined ? undefined : binary?.();
}

/** Returns whether an expression around a number is itself a number that is always the same. */
function isNumberPart(node) {
  return (node.type === 'UnaryExpression' || node.type === 'BinaryExpression') && staticNumber(node) !== undefined;
}

/** Returns the text that a template begins with whatever its values are. */
function leadingText({ quasis, expressions }) {
  let text = quasis[0].value.cooked;
  for (const [index, expression] of expressions.entries()) {
    const next = staticText(expression);
    if (next === undefined) break;
    text += next + quasis[index + 1].value.cooked;
  }
  return text;
}

/** Returns the text of a template, with the names of variables for its values. */
function textOf({ quasis, expressions }) {
  return quasis.map(({ value }, index) => value.cooked + nameOf(expressions[index] ?? {})).join('');
}

/** Returns whether a word is a name of the protocol with a slash. */
function isWholeName(word) {
  return word.includes('/') && (NAMES.method.has(word) || NAMES.metaKey.has(word));
}

/** Returns the name of the protocol in a pattern. */
function nameInPattern(pattern) {
  const inside = (names, isName) =>
    [...names].find(([text]) => typeof text === 'string' && isName(text) && pattern.includes(text));
  for (const kind of ['metaKey', 'method']) {
    const [text, row] = inside(NAMES[kind], (each) => each.includes('/')) ?? [];
    if (text !== undefined) return { kind, text, row };
  }
  const [header, headerRow] = inside([...NAMES.header], () => true) ?? [];
  if (header !== undefined) return { kind: 'header', text: header, row: headerRow };
  const [revision] = inside(NAMES.revision, () => true) ?? [];
  if (revision !== undefined) return { kind: 'revision', text: revision };
  const code = [...NAMES.errorCode.keys()].find((each) => pattern.includes(String(each)));
  return code && { kind: 'errorCode', text: String(code), row: NAMES.errorCode.get(code) };
}

/** Returns whether a node is an argument of a function that takes parts of a method: `method.split('/')`, `/^tools/.test(method)`. */
function isComparedPart(node) {
  const { child, parent } = positionOf(node);
  if (parent.type === 'MemberExpression' && parent.object === child && parent.parent.type === 'CallExpression') {
    const isTest = ['test', 'exec'].includes(nameOf(parent.property)) && parent.parent.callee === parent;
    return isTest && parent.parent.arguments.some(isNamedMethod);
  }
  if (parent.type !== 'CallExpression' || !parent.arguments.includes(child)) return false;
  const { callee } = parent;
  return callee.type === 'MemberExpression' && TAKES_PART.has(nameOf(callee.property)) && isNamedMethod(callee.object);
}

/** Returns whether a node joins what is in it to a string that is always the same. The node that is not itself in one is checked. */
function isJoined(node) {
  if (node.type === 'ArrayExpression') return node.parent.type === 'MemberExpression' && isJoined(node.parent.parent);
  return node.type !== 'Literal' && staticText(node) !== undefined;
}

/** Returns whether a text that something follows is the beginning of a method. */
function isBeginning(text) {
  return text.includes('/') && [...NAMES.method.keys()].some((method) => method.startsWith(text));
}

function startsWith(text, prefix) {
  return text.toLowerCase().startsWith(prefix);
}

function isType({ parent }) {
  return TYPES.has(parent.type) || (parent.type === 'UnaryExpression' && isType(parent));
}

/**
 * Returns whether a word is clearly a method: compared with a method, the value of a property `method`, or the first argument of a function
 * that takes a method.
 */
function isMethod(node) {
  const { child, parent } = positionOf(node);
  switch (parent.type) {
    case 'BinaryExpression':
      return isNamedMethod(parent.left) || isNamedMethod(parent.right);
    case 'SwitchCase':
      return isNamedMethod(parent.parent.discriminant);
    case 'Property':
      if (parent.key === child) return isTable(parent.parent);
      return parent.value === child && !parent.computed && nameOf(parent.key) === 'method';
    case 'ArrayExpression':
      return isInCollection(child, parent);
    case 'CallExpression':
      return parent.arguments[0] === child && TAKES_METHOD.has(nameOf(parent.callee.property ?? parent.callee));
    default:
      return false;
  }
}

/** Returns whether a word in an array is a method: an item of a set or a key of a map of methods, or beside other methods. */
function isInCollection(child, array) {
  const { parent } = array;
  // An entry of a map: its first item is the key.
  if (parent.type === 'ArrayExpression' && isCollection(parent, 'Map')) return array.elements[0] === child;
  const isKnown = (each) => each !== child && isMethodValue(each);
  return isCollection(array, 'Set') || array.elements.some(isKnown);
}

/** Returns whether an array is the argument of `new Set` or `new Map`. */
function isCollection(array, name) {
  const { child, parent } = positionOf(array);
  return parent.type === 'NewExpression' && nameOf(parent.callee) === name && parent.arguments[0] === child;
}

/** Returns whether an object has methods as keys: one of them is clearly a method, or the object is indexed by a method. */
function isTable(object) {
  const { child, parent } = positionOf(object);
  if (parent.type === 'MemberExpression' && parent.object === child && parent.computed) {
    return isNamedMethod(parent.property);
  }
  return object.properties.some(({ key }) => key !== undefined && isMethodValue(key));
}

/** Returns whether an expression is a method of the registry, or a string with a slash that is one. */
function isMethodValue(node) {
  if (node?.type === 'MemberExpression') return nameOf(node.object) === 'Method';
  const text = node === null || node === undefined ? undefined : staticText(node);
  return text !== undefined && text.includes('/') && NAMES.method.has(text);
}

/** Returns the first parent that is a position of its own, and its child around a node. */
function positionOf(node) {
  let child = node;
  while (TRANSPARENT.has(child.parent.type)) child = child.parent;
  return { child, parent: child.parent };
}

/** Returns whether an expression is a variable or property with the name `method`. */
function isNamedMethod(node) {
  if (node === null || node === undefined) return false;
  const inner = node.type === 'ChainExpression' ? node.expression : node;
  return nameOf(inner.property ?? inner) === 'method';
}

function nameOf(node) {
  return node.name ?? node.value;
}

/** Returns whether a literal is a key of the object that a class of the sdk assigns to its property `handlers`. */
function isOwnMethod(node, path) {
  const { parent } = node;
  if (!FEATURES.test(path) || parent.type !== 'Property' || parent.key !== node || parent.computed) return false;
  return isHandlers(parent.parent);
}

function isHandlers(object) {
  const { child, parent } = positionOf(object);
  if (parent.type === 'SpreadElement') return isHandlers(parent.parent);
  if (parent.type === 'PropertyDefinition') return parent.value === child && nameOf(parent.key) === 'handlers';
  if (parent.type !== 'AssignmentExpression' || parent.right !== child) return false;
  const { left } = parent;
  return (
    left.type === 'MemberExpression' && left.object.type === 'ThisExpression' && nameOf(left.property) === 'handlers'
  );
}

/** Returns what a file imports a module of the registry as. */
function importOf(module, path) {
  // These packages have copies.
  const [, below] = /(?:^|\/)(?:(?:runtime|auth)\/src|generator)\/(?:(.*)\/)?[^/]+$/.exec(path) ?? [];
  const isCopied = /(?:^|\/)(?:(?:runtime|auth)\/src|generator)\//.test(path);
  if (!isCopied || !module.startsWith('registry/')) return `@mcp-gen/protocol/${module}`;
  const up = (below ?? '').split('/').filter((folder) => folder !== '');
  return `${up.length === 0 ? './' : '../'.repeat(up.length)}${module}.js`;
}
