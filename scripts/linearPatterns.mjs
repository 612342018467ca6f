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
    return {
      Literal(node) {
        if (node.regex === undefined) return;
        const { pattern: source, flags } = node.regex;
        const [found] = analyse({ source, flags }, { maxReports: 1 }).reports;
        if (found === undefined) return;
        const time = found.exponential ? 'exponential' : 'quadratic';
        context.report({ node, messageId: found.type === 'Move' ? 'move' : 'slow', data: { time } });
      },
    };
  },
};
