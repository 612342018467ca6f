import { styleText } from 'node:util';
import type { Page } from '../explain/renderExplanation.js';

const WIDTH = 80;
/** Longer lines are hard to read. */
const WIDEST = 100;

/** Standard output, and the environment that may forbid colour. */
export interface PageStreams {
  readonly stdout: { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: NodeJS.ProcessEnv;
}

/** The page that standard output is: as wide as its terminal, and plain where it is none. */
export function createPage({ stdout, env }: PageStreams): Page {
  const isTerminal = stdout.isTTY === true;
  // https://no-color.org: any value but an empty one forbids colour.
  const styled = isTerminal && !env['NO_COLOR'];
  return {
    width: Math.min((isTerminal && stdout.columns) || WIDTH, WIDEST),
    bold: (text) => (styled ? styleText('bold', text, { validateStream: false }) : text),
  };
}
