// Formats what the other scripts write, as `npm run format` would.
import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';

const { ignorePatterns: _, ...options } = JSON.parse(
  readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8'),
);

/** Returns the text of a file, formatted. The name of the file says in which language it is. */
export async function formatted(path, text) {
  const { code, errors } = await format(path, text, options);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
