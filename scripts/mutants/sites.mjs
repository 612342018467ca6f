// Where sources can be mutated, and which of these places a seed draws.
import ts from 'typescript';
import { OPERATORS } from './operators/index.mjs';
import { randomIntegers, shuffled } from './random.mjs';

/** What is longer is cut where mutants are described. */
const LONGEST_DESCRIPTION = 160;

/**
 * Finds every place of a source that an operator changes, in the order of the text. No change stands there twice: what several
 * operators make belongs to the first of them.
 *
 * @returns sites: `{ file, operator, start, end, options, asks, in }`, where `in` names the functions and classes around
 */
export function sitesIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const operators = Object.entries(OPERATORS).map(([operator, find]) => ({ operator, find, found: [] }));
  const visit = (node, around) => {
    if (isErased(node)) return;
    for (const { operator, find, found } of operators) {
      for (const place of find(node, source)) found.push({ file, operator, ...place, in: around.join('.') });
    }
    const name = nameOf(node);
    ts.forEachChild(node, (child) => visit(child, name === undefined ? around : [...around, name]));
  };
  visit(source, []);
  return withoutDoubles(
    operators.flatMap(({ found }) => found),
    text,
  ).sort((a, b) => a.start - b.start || a.end - b.end || compareText(a.operator, b.operator));
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
    ...(site.asks !== undefined && { asks: site.asks }),
  };
}

/** Compares as the engine orders strings: the same everywhere. */
export function compareText(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Leaves out the changes that an earlier site makes, and the sites that are left without one. */
function withoutDoubles(sites, text) {
  const seen = new Set();
  const isNew = (change) => !seen.has(change) && seen.add(change);
  return sites
    .map((site) => ({ ...site, options: site.options.filter((option) => isNew(changeOf(site, option, text))) }))
    .filter(({ options }) => options.length > 0);
}

/** Returns what is equal for changes that make the same text: the characters that differ. */
function changeOf({ start, end }, option, text) {
  let from = 0;
  while (start + from < end && from < option.length && text[start + from] === option[from]) from++;
  let kept = 0;
  const most = Math.min(end - start, option.length) - from;
  while (kept < most && text[end - kept - 1] === option[option.length - kept - 1]) kept++;
  return `${start + from} ${end - kept} ${option.slice(from, option.length - kept)}`;
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
