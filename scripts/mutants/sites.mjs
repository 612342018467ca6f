// Where sources can be mutated, and which of these places a seed draws.
import ts from 'typescript';
import { OPERATORS } from './operators/index.mjs';
import { randomIntegers, shuffled } from './random.mjs';

/** What is longer is cut where mutants are described. */
const LONGEST_DESCRIPTION = 160;

/**
 * Finds every place of a source that an operator changes, in the order of the text. No place stands there twice for the
 * same operator.
 *
 * @returns sites: `{ file, operator, start, end, options, in }`, where `in` names the functions and classes around
 */
export function sitesIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const sites = [];
  const visit = (node, around) => {
    if (isErased(node)) return;
    for (const [operator, find] of Object.entries(OPERATORS)) {
      for (const { start, end, options } of find(node, source)) {
        if (options.length > 0) sites.push({ file, operator, start, end, options, in: around.join('.') });
      }
    }
    const name = nameOf(node);
    ts.forEachChild(node, (child) => visit(child, name === undefined ? around : [...around, name]));
  };
  visit(source, []);
  return sites.sort((a, b) => a.start - b.start || a.end - b.end || compareText(a.operator, b.operator));
}

/** Puts all sites into the random order that a seed stands for, and so the options of each. */
export function drawOrder(sites, seed) {
  const integers = randomIntegers(seed);
  return shuffled(sites, integers).map((site) => ({ ...site, options: shuffled(site.options, integers) }));
}

/** Makes one mutant of a site: its text, and what stands before and after in the lines that change. */
export function mutantOf(site, option, text) {
  const mutated = text.slice(0, site.start) + option + text.slice(site.end);
  const start = text.lastIndexOf('\n', site.start - 1) + 1;
  const end = endOfLine(text, site.end);
  return {
    file: site.file,
    in: site.in,
    operator: site.operator,
    line: text.slice(0, site.start).split('\n').length,
    start: site.start,
    end: site.end,
    before: onOneLine(text.slice(start, end)),
    after: onOneLine(mutated.slice(start, end + mutated.length - text.length)),
    text: mutated,
  };
}

/** Compares as the engine orders strings: the same everywhere. */
export function compareText(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns whether nothing of a node is left when the types are gone, or nothing that runs. */
function isErased(node) {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isTypeParameterDeclaration(node) ||
    (ts.canHaveModifiers(node) &&
      ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) === true)
  );
}

function nameOf(node) {
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isClassElement(node) ||
    ts.isVariableDeclaration(node);
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  return isNamed ? node.name?.getText() : undefined;
}

function endOfLine(text, from) {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function onOneLine(text) {
  const joined = text.replace(/\s+/g, ' ').trim();
  return joined.length > LONGEST_DESCRIPTION ? `${joined.slice(0, LONGEST_DESCRIPTION - 4)} ...` : joined;
}
