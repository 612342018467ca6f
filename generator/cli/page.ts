import { styleText } from 'node:util';
import type { Page } from '../explain/renderExplanation.js';

const WIDTH = 80;
/** Longer lines are hard to read. */
const MAX_WIDTH = 100;

/** Standard output, and the environment, which may disable color. */
export interface PageStreams {
  readonly stdout: { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: NodeJS.ProcessEnv;
}

/** Returns the page of standard output: as wide as the terminal. If it is not a terminal, without bold text. */
export function createPage({ stdout, env }: PageStreams): Page {
  const isTerminal = stdout.isTTY === true;
  // https://no-color.org: any value except an empty one disables color.
  const styled = isTerminal && (env['NO_COLOR'] ?? '') === '';
  // Some terminals state 0.
  const columns = isTerminal ? (stdout.columns ?? 0) : 0;
  return {
    width: Math.min(columns > 0 ? columns : WIDTH, MAX_WIDTH),
    bold: (text) => (styled ? styleText('bold', text, { validateStream: false }) : text),
  };
}
