/** Estimates what tools cost a model. */

import { contractOf } from './lock.js';
import type { ApiTool } from './tool.js';

/** Characters of JSON for each token, about. */
const CHARACTERS_PER_TOKEN = 4;

/** Returns about how many tokens the description and the input schema of a tool take in the context of a model. */
export function tokensOf(tool: ApiTool): number {
  const { description, input, title } = contractOf(tool);
  const text = JSON.stringify({ name: tool.name, title, description, inputSchema: input });
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
