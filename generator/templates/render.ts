/** Renders Handlebars templates: the frames of generated files, and the projects to scaffold. Templates have no logic. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Handlebars from 'handlebars';

/** The package's `templates/` folder; this module runs from `dist/templates`. */
const ROOT = new URL('../../templates/', import.meta.url);

const compiled = new Map<string, Handlebars.TemplateDelegate>();

/**
 * Fills in a template. Values are escaped only in HTML (`.html.hbs`). In all other templates, the caller must escape them.
 *
 * @param path under `templates/`, with forward slashes: `generated/file.ts.hbs`
 * @throws if the template refers to a value that is missing
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
