/** The regular expressions in the sources of the packages, and texts that they may take long for. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { HANDWRITTEN } from '../scripts/packages.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Characters that most expressions match at some place, and some that few do. */
const OTHERS = [
  'a',
  'Z',
  '0',
  '_',
  ' ',
  '\t',
  '\n',
  '-',
  '.',
  '/',
  '"',
  '\\',
  '\u0001',
  '\u00e9',
  '\u4e2d',
  '\u{1f600}',
];

/** What stands for one character, or for a class of them, in the source of an expression. */
const ATOMS = /\\u\{[\da-f]+\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\[pP]\{[^}]*\}|\\[^\n]|[^\\[\](){}?*+|^$]/giu;

/**
 * Collects the expressions of all packages.
 *
 * @returns {{ expressions: { place: string, source: string, flags: string }[], unknown: string[] }} `unknown`: the places of expressions that
 *   are composed when the program runs
 */
export function collectExpressions() {
  const expressions = [];
  const unknown = [];
  for (const folder of HANDWRITTEN) {
    for (const name of readdirSync(`${ROOT}${folder}`, { recursive: true })) {
      if (!name.endsWith('.ts')) continue;
      const path = `${folder}/${name.replaceAll('\\', '/')}`;
      const file = ts.createSourceFile(path, readFileSync(`${ROOT}${path}`, 'utf8'), ts.ScriptTarget.Latest);
      const found = expressionsIn(file);
      expressions.push(...found.filter(({ source }) => source !== undefined));
      unknown.push(...found.filter(({ source }) => source === undefined).map(({ place }) => place));
    }
  }
  return { expressions, unknown };
}

function expressionsIn(file) {
  const constants = constantsIn(file);
  const found = [];
  const visit = (node) => {
    const place = `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    } else if (ts.isNewExpression(node) && node.expression.getText(file) === 'RegExp') {
      const [source, flags = ''] = (node.arguments ?? []).map((argument) => stringOf(argument, constants, file));
      found.push({ place, source: flags === undefined ? undefined : source, flags });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The initializers of the constants of a file, by name. */
function constantsIn(file) {
  const declarations = file.statements
    .filter(ts.isVariableStatement)
    .flatMap((each) => [...each.declarationList.declarations]);
  return new Map(
    declarations.flatMap(({ name, initializer }) =>
      ts.isArrayBindingPattern(name)
        ? name.elements.map((element, at) => [element.getText(file), initializer.elements?.[at]])
        : [[name.getText(file), initializer]],
    ),
  );
}

/** The string that a constant expression stands for; undefined if it is not constant within its file. */
function stringOf(node, constants, file) {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) return stringOf(constants.get(node.text), constants, file);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const parts = [node.left, node.right].map((each) => stringOf(each, constants, file));
    return parts.includes(undefined) ? undefined : parts.join('');
  }
  if (ts.isTaggedTemplateExpression(node)) {
    return node.tag.getText(file) === 'String.raw' ? templateOf(node.template, constants, file, 'rawText') : undefined;
  }
  return ts.isTemplateExpression(node) ? templateOf(node, constants, file, 'text') : undefined;
}

function templateOf(node, constants, file, key) {
  if (ts.isNoSubstitutionTemplateLiteral(node)) return node[key];
  const parts = node.templateSpans.map(({ expression, literal }) => {
    const inner = stringOf(expression, constants, file);
    return inner === undefined ? undefined : inner + literal[key];
  });
  return parts.includes(undefined) ? undefined : node.head[key] + parts.join('');
}

/** Characters that parts of an expression match, at least one for each part that matches one character, and others. */
export function alphabetOf({ source, flags }) {
  const pool = [...OTHERS, ...source, ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))];
  const matched = [...source.matchAll(ATOMS)].flatMap(([atom]) => {
    try {
      const expression = new RegExp(`^(?:${atom})$`, flags.replace(/[gy]/g, ''));
      return pool.filter((character) => expression.test(character)).slice(0, 3);
    } catch {
      return [];
    }
  });
  return [...new Set([...matched, ...OTHERS])];
}

/** Makes a text: one word of the alphabet again and again, often with something before and behind it. */
export function makeText(random, alphabet, length) {
  const word = (most) => Array.from({ length: 1 + random.below(most) }, () => random.pick(alphabet)).join('');
  const edge = () => (random.chance(0.3) ? '' : word(6));
  const repeated = random.chance(0.5) ? word(1) : word(5);
  return [edge(), repeated, Math.ceil(length / repeated.length), edge()];
}
