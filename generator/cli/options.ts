/** Options that several commands have. */

import { join } from 'node:path';
import { Option } from 'commander';
import { generatorFolder } from '../scaffold/packages.js';

/** The schemas that come with mcp-gen. */
export const ownSchemas: string = join(generatorFolder, 'schema');

export function schemaOption(): Option {
  const about = 'the folder that holds <revision>/schema.ts';
  return new Option('--schema <folder>', about).default(ownSchemas, 'the schemas that come with mcp-gen');
}

export function jsonOption(): Option {
  return new Option('--json', 'print one JSON object on standard output, and nothing else');
}
