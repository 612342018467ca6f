// Reads the error messages of the sources: what `new SomeError(...)` is given, and the problems of schemas with their remedies.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { HANDWRITTEN } from '../../scripts/packages.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Where errors come from. */
const FOLDERS = [...HANDWRITTEN, 'generator'];

/** The error messages, once each. */
export function readSources() {
  const classes = new Map();
  const thrown = [];
  const problems = [];
  for (const path of FOLDERS.flatMap(sourceFiles)) {
    const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.ES2022, true);
    const visit = (node) => {
      if (ts.isClassDeclaration(node) && /(Error|Problems)$/.test(node.name?.text ?? ''))
        classes.set(node.name.text, classOf(node, path));
      if (
        ts.isNewExpression(node) &&
        ts.isIdentifier(node.expression) &&
        /(Error|Problems)$/.test(node.expression.text)
      ) {
        const message = node.arguments?.map(messageOf).find((text) => text !== undefined);
        if (message !== undefined) thrown.push({ name: node.expression.text, message, path });
      }
      if (ts.isCallExpression(node)) {
        const [message, remedy] = node.arguments.slice(-2).map(messageOf);
        const name = node.expression.getText().split('.').at(-1);
        if (
          node.arguments.length >= 3 &&
          /^(add|#?(problem|fail|refuse|report))$/.test(name) &&
          message !== undefined &&
          remedy !== undefined
        ) {
          problems.push({ message, remedy, path });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { classes, thrown: unique(thrown), problems: unique(problems) };
}

/** A class: what its doc comment says, its properties, and the message that its constructor makes. */
function classOf(node, path) {
  const properties = node.members.flatMap((member) => {
    const isHidden = ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Static);
    if (!ts.isPropertyDeclaration(member) || isHidden || !ts.isIdentifier(member.name)) return [];
    const docs = docsOf(member);
    return docs === undefined || member.name.text === 'name' ? [] : [{ name: member.name.text, docs }];
  });
  let message;
  const visit = (inner) => {
    if (ts.isCallExpression(inner) && inner.expression.kind === ts.SyntaxKind.SuperKeyword) {
      message ??= inner.arguments.map(messageOf).find((text) => text !== undefined);
    }
    ts.forEachChild(inner, visit);
  };
  visit(node);
  return { path, docs: docsOf(node), properties, message };
}

function docsOf(node) {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = ts
    .getTextOfJSDocComment(comment?.comment)
    ?.replaceAll(/\s*\n\s*/g, ' ')
    .trim();
  return text?.replaceAll(/\{@link ([^}|]+?)(?:\s*\|[^}]*)?\}/g, '`$1`');
}

/** Returns the text of a message, with its variables in angle brackets; undefined if it is not a sentence. */
function messageOf(node) {
  const text = textOf(node);
  return text !== undefined && /[A-Za-z]{2,}.* /.test(text) ? text : undefined;
}

function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return (
      node.head.text +
      node.templateSpans.map(({ expression, literal }) => `<${nameOf(expression)}>${literal.text}`).join('')
    );
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left), textOf(node.right)];
    return left === undefined && right === undefined
      ? undefined
      : `${left ?? `<${nameOf(node.left)}>`}${right ?? `<${nameOf(node.right)}>`}`;
  }
  if (ts.isParenthesizedExpression(node)) return textOf(node.expression);
  return undefined;
}

/** A short name for what is filled in. */
function nameOf(node) {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) return node.text.replace('#', '');
  if (ts.isPropertyAccessExpression(node)) return nameOf(node.name);
  if (ts.isCallExpression(node)) {
    const argument = node.arguments.find((each) => ts.isIdentifier(each) || ts.isPropertyAccessExpression(each));
    return argument ? nameOf(argument) : nameOf(node.expression);
  }
  if (ts.isNonNullExpression(node) || ts.isAsExpression(node) || ts.isParenthesizedExpression(node))
    return nameOf(node.expression);
  return '…';
}

function unique(entries) {
  return [...new Map(entries.map((entry) => [JSON.stringify({ ...entry, path: '' }), entry])).values()];
}

function sourceFiles(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : sourceFiles(path);
    return entry.name.endsWith('.ts') ? [path] : [];
  });
}
