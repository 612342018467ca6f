// Truthiness where presence is meant: `0`, `''`, and `false` are taken for nothing.
import ts from 'typescript';
import { replace } from '../replace.mjs';

export function presence(node, source) {
  if (!ts.isBinaryExpression(node)) return [];
  const { left, right, operatorToken } = node;
  switch (operatorToken.kind) {
    case ts.SyntaxKind.QuestionQuestionToken:
      return [
        {
          ...replace(operatorToken, source, '||'),
          asks: { ...rangeOf(left, source), otherwise: right.getText(source) },
        },
      ];
    case ts.SyntaxKind.QuestionQuestionEqualsToken:
      return [
        {
          ...replace(operatorToken, source, '||='),
          asks: { ...rangeOf(left, source), otherwise: right.getText(source) },
        },
      ];
    case ts.SyntaxKind.ExclamationEqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsToken:
      return isNothing(right) ? [truthiness(node, '!!', source)] : [];
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
    case ts.SyntaxKind.EqualsEqualsToken:
      return isNothing(right) ? [truthiness(node, '!', source)] : [];
    case ts.SyntaxKind.InKeyword: {
      if (!ts.isStringLiteral(left)) return [];
      const text = `!!(${right.getText(source)} as any)[${left.getText(source)}]`;
      return [{ ...replace(node, source, text), asks: { ...rangeOf(right, source), property: left.text } }];
    }
    default:
      return [];
  }
}

function truthiness(node, negations, source) {
  const { left, right, operatorToken } = node;
  const text = `${negations}(${left.getText(source)})`;
  const isNullPresent = STRICT.has(operatorToken.kind) && right.kind !== ts.SyntaxKind.NullKeyword;
  return { ...replace(node, source, text), asks: { ...rangeOf(left, source), isNullPresent } };
}

const STRICT = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken]);

function isNothing(node) {
  return node.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(node) && node.text === 'undefined');
}

function rangeOf(node, source) {
  return { start: node.getStart(source), end: node.end };
}
