// Finds out which parts of a source run: puts a call of `globalThis.__reach` at the start of each.
import ts from 'typescript';

/**
 * Returns the regions of a source that run or do not run as a whole: the file, function bodies, branches, what stands behind `&&`.
 * Its text with a probe in each has the same lines.
 *
 * @param firstId the id of the first region, which is the file; the others are numbered onward, in the order of the text
 * @returns `{ regions, text }`; a region is `{ start, end }`
 */
export function probe(file, text, firstId = 0) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const regions = [];
  const insertions = [];
  const call = (start, end) => {
    regions.push({ start, end });
    return `(globalThis as any).__reach?.(${firstId + regions.length - 1})`;
  };
  const open = (at, inserted) => insertions.push({ at, inserted, rank: 1 + insertions.length });
  // Of those that end at one place the inner one, which began later, ends first; and all end before another begins.
  const close = (at, inserted) => insertions.push({ at, inserted, rank: -insertions.length });

  const inBlock = (block) => open(block.getStart(source) + 1, `${call(block.getStart(source), block.end)};`);
  const aroundStatement = (statement) => {
    open(statement.getStart(source), `{${call(statement.getStart(source), statement.end)};`);
    close(statement.end, '}');
  };
  const aroundExpression = (expression) => {
    open(expression.getStart(source), `(${call(expression.getStart(source), expression.end)},`);
    close(expression.end, ')');
  };
  const inClause = ({ statements }) => {
    const [first] = statements;
    if (first !== undefined) open(first.getStart(source), `${call(first.getStart(source), statements.end)};`);
  };
  const visit = (node) => {
    if (ts.isTypeNode(node)) return;
    if (ts.isBlock(node)) inBlock(node);
    else if (isBranch(node)) aroundStatement(node);
    else if (ts.isCaseOrDefaultClause(node)) inClause(node);
    else if (isChoice(node)) aroundExpression(node);
    ts.forEachChild(node, visit);
  };

  open(/^(#!.*\n)?/.exec(text)[0].length, `${call(0, text.length)};`);
  ts.forEachChild(source, visit);
  return { regions, text: applyInsertions(text, insertions) };
}

/** Returns the index of the smallest region that contains a range. */
export function regionAround(regions, { start, end }) {
  let found = 0;
  regions.forEach((region, at) => {
    const isSmaller = region.end - region.start < regions[found].end - regions[found].start;
    if (region.start <= start && region.end >= end && isSmaller) found = at;
  });
  return found;
}

/** Returns whether a statement without braces runs under a condition. */
function isBranch(node) {
  const { parent } = node;
  if (ts.isIfStatement(parent)) return node === parent.thenStatement || node === parent.elseStatement;
  return ts.isIterationStatement(parent, false) && node === parent.statement;
}

/** Returns whether an expression runs under a condition, is all that a function does, or what objects begin with. */
function isChoice(node) {
  const { parent } = node;
  if (ts.isPropertyDeclaration(parent)) return node === parent.initializer && !isNamedByProperty(node);
  if (ts.isArrowFunction(parent)) return node === parent.body;
  if (ts.isConditionalExpression(parent)) return node === parent.whenTrue || node === parent.whenFalse;
  return ts.isBinaryExpression(parent) && node === parent.right && LAZY.has(parent.operatorToken.kind);
}

/** Returns whether a function or class has the name of the property that it stands in: a probe would take it away. */
function isNamedByProperty(node) {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isClassExpression(node);
}

const LAZY = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

function applyInsertions(text, insertions) {
  let result = '';
  let from = 0;
  for (const { at, inserted } of [...insertions].sort((a, b) => a.at - b.at || a.rank - b.rank)) {
    result += text.slice(from, at) + inserted;
    from = at;
  }
  return result + text.slice(from);
}
