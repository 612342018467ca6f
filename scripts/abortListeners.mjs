const ABORT = { addEventListener: 'added', removeEventListener: 'removed' };

/**
 * Requires that a listener for the abort of a signal is removed by the file that adds it, because the signal may live longer than what
 * listens: that of a connection is passed to each of its requests. A signal that ends with what listens needs no removal, and
 * `{ once: true }` says so.
 */
export const abortListeners = {
  meta: {
    schema: [],
    messages: {
      unremoved:
        'Remove this listener in this file: the signal may live longer than what listens. If it does not, add the listener with { once: true }.',
      unadded: 'Add this listener in this file, with the same signal and the same name, or do not remove it.',
      once: 'Leave out { once: true }: it says that the listener is not removed, and this file removes it.',
    },
  },
  create(context) {
    const calls = { added: [], removed: [] };
    return {
      CallExpression(node) {
        const { callee, arguments: given } = node;
        if (callee.type !== 'MemberExpression' || given[0]?.value !== 'abort') return;
        const textOf = (part) => context.sourceCode.getText(part);
        const list = calls[ABORT[callee.property.name]];
        list?.push({ node, key: `${textOf(callee.object)} ${textOf(given[1])}`, isOnce: isOnce(given[2]) });
      },
      'Program:exit'() {
        const removed = new Set(calls.removed.map(({ key }) => key));
        const added = new Set(calls.added.map(({ key }) => key));
        for (const { node, key, isOnce } of calls.added) {
          if (isOnce === removed.has(key)) context.report({ node, messageId: isOnce ? 'once' : 'unremoved' });
        }
        for (const { node, key } of calls.removed) {
          if (!added.has(key)) context.report({ node, messageId: 'unadded' });
        }
      },
    };
  },
};

function isOnce(options) {
  return (
    options?.type === 'ObjectExpression' &&
    options.properties.some(({ key, value }) => key?.name === 'once' && value.value === true)
  );
}
