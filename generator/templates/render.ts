/** Handlebars templates: the frames of generated files, and the projects that are scaffolded. They decide nothing. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Handlebars from 'handlebars';

/** The package's `templates/` folder; this module runs from `dist/templates`. */
const ROOT = new URL('../../templates/', import.meta.url);

const compiled = new Map<string, Handlebars.TemplateDelegate>();

/**
 * Fills in a template. Values are encoded in HTML (`.html.hbs`), and nowhere else: elsewhere the caller has encoded them for the
 * place they land in.
 *
 * @param path under `templates/`, with forward slashes: `generated/file.ts.hbs`
 * @throws if the template names a value that is not given
 */
export function renderTemplate(path: string, data: object): string {
  let template = compiled.get(path);
  if (!template) {
    const text = readFileSync(fileURLToPath(new URL(path, ROOT)), 'utf8');
    const noEscape = !path.endsWith('.html.hbs');
    template = Handlebars.compile(text, { strict: true, noEscape, knownHelpersOnly: true });
    compiled.set(path, template);
  }
  return template(data);
}
