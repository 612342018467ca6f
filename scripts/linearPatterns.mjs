import { analyse } from 'scslre';

/** Forbids regular expressions whose time can grow faster than the text: texts of the other side can be long. */
export const linearPatterns = {
  meta: {
    schema: [],
    messages: {
      move: 'Some texts take quadratic time, because a match is tried at each character of a repetition. Start it with a lookbehind.',
      slow: 'Some texts take {{ time }} time: two repetitions match the same characters. Exclude them in one of the two.',
    },
  },
  create(context) {
    const check = (node, source, flags) => {
      const [found] = analyse({ source, flags }, { maxReports: 1 }).reports;
      if (found === undefined) return;
      const time = found.exponential ? 'exponential' : 'quadratic';
      context.report({ node, messageId: found.type === 'Move' ? 'move' : 'slow', data: { time } });
    };
    return {
      Literal(node) {
        if (node.regex !== undefined) check(node, node.regex.pattern, node.regex.flags);
      },
      // `new RegExp(String.raw`...`, 'u')`, of patterns that are compiled on first use.
      NewExpression(node) {
        const [pattern, flags] = node.arguments;
        if (node.callee.name !== 'RegExp' || pattern?.type !== 'TaggedTemplateExpression') return;
        const { quasis } = pattern.quasi;
        if (quasis.length === 1) check(node, quasis[0].value.raw, flags?.value ?? '');
      },
    };
  },
};
