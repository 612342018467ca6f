// The lint rule against names of the protocol that are written by hand. It reads the names from the generated registry, so that a new
// message, error code, header, key of _meta, or revision is covered as soon as it is generated.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const generated = new URL('../generated/', import.meta.url);

/** Files whose subject is the protocol itself: generated code, schemas, and the conversions between revisions. */
const ALLOWED = [
  /(?:^|\/)(?:sdk\/src\/conversions|(?:runtime|auth)\/src\/registry)\//,
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
      else if (BEGINNINGS.has(text)) reportBeginning(node, text);
    };
    const reportBeginning = (node, value) =>
      context.report({ node, messageId: 'beginning', data: { value, module: importOf('registry/methods', path) } });
    const checkPattern = (node, pattern) => {
      const header = [...NAMES.header.keys()].find((each) => pattern.includes(each));
      if (header !== undefined) report(node, 'header', header, NAMES.header.get(header));
    };
    /** Checks what strings are joined to, instead of each of them. */
    const checkJoined = (node) => {
      const text = isJoined(node.parent) ? undefined : staticText(node);
      if (text !== undefined) check(node, text);
    };
    return {
      Literal(node) {
        if (node.regex !== undefined) checkPattern(node, node.regex.pattern.toLowerCase());
        else if (typeof node.value === 'string' && !isJoined(node.parent)) check(node, node.value);
      },
      BinaryExpression: checkJoined,
      CallExpression: checkJoined,
      TemplateLiteral(node) {
        const [{ value: first }] = node.quasis;
        if (staticText(node) !== undefined) checkJoined(node);
        else if (isBeginning(first.cooked)) reportBeginning(node, first.cooked);
        else if (hasPrefix(first.cooked))
          check(
            node,
            PREFIXES.find((prefix) => startsWith(first.cooked, prefix)),
          );
      },
      UnaryExpression(node) {
        const { operator, argument } = node;
        if (operator !== '-' || typeof argument.value !== 'number' || isType(node)) return;
        const row = NAMES.errorCode.get(-argument.value);
        if (row !== undefined) report(node, 'errorCode', String(-argument.value), row);
      },
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
      const isJoin = callee.type === 'MemberExpression' && nameOf(callee.property) === 'join';
      if (!isJoin || callee.object.type !== 'ArrayExpression' || given.length !== 1) return undefined;
      const separator = staticText(given[0]);
      return separator === undefined ? undefined : all(callee.object.elements, separator);
    }
    default:
      return undefined;
  }
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

function hasPrefix(text) {
  return PREFIXES.some((prefix) => startsWith(text, prefix));
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
      return parent.value === child && !parent.computed && nameOf(parent.key) === 'method';
    case 'CallExpression':
      return parent.arguments[0] === child && TAKES_METHOD.has(nameOf(parent.callee.property ?? parent.callee));
    default:
      return false;
  }
}

/** Returns the first parent that is a position of its own, and its child around a node. */
function positionOf(node) {
  let child = node;
  while (TRANSPARENT.has(child.parent.type)) child = child.parent;
  return { child, parent: child.parent };
}

/** Returns whether an expression is a variable or property with the name `method`. */
function isNamedMethod(node) {
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
  const [, below] = /(?:^|\/)(?:runtime|auth)\/src\/(?:(.*)\/)?[^/]+$/.exec(path) ?? [];
  const isCopied = /(?:^|\/)(?:runtime|auth)\/src\//.test(path);
  if (!isCopied || !module.startsWith('registry/')) return `@mcp-gen/protocol/${module}`;
  const up = (below ?? '').split('/').filter((folder) => folder !== '');
  return `${up.length === 0 ? './' : '../'.repeat(up.length)}${module}.js`;
}
