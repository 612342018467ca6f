// Rules of this repository for oxlint, which `.oxlintrc.json` turns on.
import { abortListeners } from './abortListeners.mjs';
import { linearPatterns } from './linearPatterns.mjs';
import { protocolLiterals } from './protocolLiterals.mjs';
import { shownCoverage } from './shownCoverage.mjs';

/** Requires that options also allow undefined, for users with `exactOptionalPropertyTypes`. */
const undefinedOptions = {
  meta: { schema: [], messages: { missing: 'Add `| undefined`: a user with exactOptionalPropertyTypes may pass it.' } },
  create(context) {
    return {
      TSInterfaceDeclaration({ id, body }) {
        if (!/(?:Options|Limit)$/.test(id.name)) return;
        for (const member of body.body) {
          if (member.type !== 'TSPropertySignature' || !member.optional) continue;
          const type = member.typeAnnotation?.typeAnnotation;
          const isUndefined =
            type?.type === 'TSUnionType' && type.types.some((one) => one.type === 'TSUndefinedKeyword');
          if (!isUndefined) context.report({ node: member, messageId: 'missing' });
        }
      },
    };
  },
};

/** Forbids tests that pass with any error: they do not check which error it is. */
const namedErrors = {
  meta: { schema: [], messages: { bare: 'Name what is thrown, by its message or its class: any error passes here.' } },
  create(context) {
    return {
      CallExpression(node) {
        const { callee, arguments: given } = node;
        if (callee.type !== 'MemberExpression' || callee.property.name !== 'toThrow') return;
        if (callee.object.type === 'MemberExpression' && callee.object.property.name === 'not') return;
        if (given.length === 0 || given[0].name === 'Error') context.report({ node, messageId: 'bare' });
      },
    };
  },
};

export default {
  meta: { name: 'mcp-gen' },
  rules: {
    'abort-listeners': abortListeners,
    'undefined-options': undefinedOptions,
    'named-errors': namedErrors,
    'protocol-literals': protocolLiterals,
    'linear-patterns': linearPatterns,
    'shown-coverage': shownCoverage,
  },
};
