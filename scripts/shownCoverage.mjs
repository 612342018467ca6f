// The lint rule for tests that cover requirements: they must fail if the requirement is broken.

/** Nodes below which something runs under a condition. */
const BRANCHES = new Set(['IfStatement', 'ConditionalExpression', 'LogicalExpression', 'SwitchCase', 'CatchClause']);

/** Forbids tests that call `covers` to swallow rejections, and to assert under a condition alone. */
export const shownCoverage = {
  meta: {
    schema: [],
    messages: {
      swallowed: 'A test that covers a requirement must not swallow a rejection: await it, or check it with rejects.',
      unseen: 'A test that covers a requirement must look at the results of allSettled: a rejection passes here.',
      conditional: 'A test that covers a requirement must assert something whatever the condition is.',
    },
  },
  create(context) {
    const covering = new Set();
    const asserted = [];
    const swallowing = [];
    return {
      CallExpression(node) {
        if (node.callee.name === 'covers') covering.add(functionAround(node));
        else if (/^expect/.test(node.callee.name)) asserted.push(node);
        else if (isSwallowing(node)) swallowing.push({ node, messageId: 'swallowed' });
        else if (isUnseen(node)) swallowing.push({ node, messageId: 'unseen' });
      },
      CatchClause(node) {
        if (node.body.body.length === 0) swallowing.push({ node, messageId: 'swallowed' });
      },
      'Program:exit'() {
        for (const found of swallowing) if (pathTo(found.node, covering) !== undefined) context.report(found);
        const unconditional = new Set();
        const conditional = [];
        for (const node of asserted) {
          const path = pathTo(node, covering);
          if (path === undefined) continue;
          if (path.some((branch) => BRANCHES.has(branch.type) && !assertsEitherWay(branch, asserted)))
            conditional.push({ node, test: path.at(-1) });
          else unconditional.add(path.at(-1));
        }
        for (const { node, test } of conditional) {
          if (!unconditional.has(test)) context.report({ node, messageId: 'conditional' });
        }
      },
    };
  },
};

/** Returns whether both branches assert something. */
function assertsEitherWay({ consequent, alternate }, asserted) {
  const asserts = (branch) =>
    asserted.some(({ range: [start, end] }) => start >= branch.range[0] && end <= branch.range[1]);
  return consequent && alternate ? asserts(consequent) && asserts(alternate) : false;
}

/** Returns the nodes around a node up to the test that it stands in, if that is one of these. */
function pathTo(node, tests) {
  const path = [];
  for (let at = node.parent; at !== null && at !== undefined; at = at.parent) {
    path.push(at);
    if (tests.has(at)) return path;
  }
  return undefined;
}

function functionAround(node) {
  const isFunction = /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration|Program)$/;
  return isFunction.test(node.type) ? node : functionAround(node.parent);
}

/** `promise.catch(() => undefined)` */
function isSwallowing({ callee, arguments: [handler] }) {
  if (callee.type !== 'MemberExpression' || callee.property.name !== 'catch' || handler === undefined) return false;
  if (handler.type === 'Identifier') return /^(ignore|noop|nothing)/.test(handler.name);
  if (handler.type !== 'ArrowFunctionExpression') return false;
  const { body } = handler;
  return body.type === 'BlockStatement' ? body.body.length === 0 : isConstant(body);
}

function isConstant({ type, name }) {
  return type === 'Literal' || (type === 'Identifier' && name === 'undefined');
}

/** `await Promise.allSettled(promises);` */
function isUnseen({ callee, parent }) {
  if (callee.type !== 'MemberExpression' || callee.property.name !== 'allSettled') return false;
  const around = parent.type === 'AwaitExpression' ? parent.parent : parent;
  return around.type === 'ExpressionStatement';
}
