/** URIs of resources, and their templates. */

export { UriError } from './errors.js';
export type { TemplateValue } from './expand.js';
export { UriTemplate, type TemplateVariables } from './template.js';
export { MAX_URI_LENGTH, parseUri, type Uri } from './uri.js';
