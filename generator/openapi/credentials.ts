/** Finds which credentials an API expects. */

import { isObject, objectOf, pointerTo, textOf, type JsonObject } from '../jsonValues.js';
import type { Gaps } from './gaps.js';
import type { ApiDocument } from './loadDocument.js';
import { pathItemsOf, requiredSchemes } from './pathItems.js';
import type { References } from './references.js';
import { snakeCase, uniqueNames } from './toolNames.js';

/** A credential of an API, and where a server finds it. */
export interface Credential {
  /** The security schemes of the document that it serves. */
  readonly schemes: readonly string[];
  /** The environment variable: `PETSTORE_API_KEY`. */
  readonly variable: string;
  /** The header of a caller, in lower case: `x-petstore-api-key`. */
  readonly header: string;
  readonly kind: 'bearer' | 'basic' | 'header' | 'query' | 'cookie';
  /** The name of the header, query parameter, or cookie. */
  readonly name: string;
}

/** The place of a parameter, for comparisons. */
export function placeOf(place: string, name: string): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}

/** Returns where API keys are sent, by the names of their security schemes. */
export function apiKeyPlaces(document: ApiDocument, references: References): ReadonlyMap<string, string> {
  const places = schemesOf(document).flatMap(({ name, given }) => {
    const scheme = objectOf(references.peek(given));
    const sent = scheme['type'] === 'apiKey' ? sentAs(scheme) : undefined;
    return sent === undefined ? [] : [[name, placeOf(sent.kind, sent.name)] as const];
  });
  return new Map(places);
}

/** Returns the security schemes of a document, of which each may be a reference. */
function schemesOf({ root, version }: ApiDocument) {
  const isSwagger = version === '2.0';
  const place = isSwagger ? '#/securityDefinitions' : '#/components/securitySchemes';
  const schemes = isSwagger ? root['securityDefinitions'] : objectOf(root['components'])['securitySchemes'];
  return Object.entries(objectOf(schemes)).map(([name, given]) => ({ name, given, pointer: pointerTo(place, name) }));
}

/** Returns the credentials of an API. What cannot be sent is a gap. */
export function credentialsOf(
  document: ApiDocument,
  prefix: string,
  references: References,
  gaps: Gaps,
): readonly Credential[] {
  const { root } = document;
  const required = requiredSchemes(root, pathItemsOf(root, references));
  const found = schemesOf(document).flatMap(({ name, given, pointer }): Credential[] => {
    if (required.size > 0 && !required.has(name)) return [];
    const { value: scheme } = references.followIfAllowed(given, pointer);
    if (!isObject(scheme)) return [];
    const sent = sentAs(scheme);
    if (sent === undefined) {
      const type = [scheme['type'], scheme['scheme']].flatMap((part) => textOf(part) ?? []).join(' ');
      gaps.add(
        pointer,
        `the security scheme ${JSON.stringify(type)} is not supported: authorize requests in src/api/credentials.ts`,
      );
      return [];
    }
    const plain = snakeCase(name).toUpperCase();
    const variable = `${prefix}_${plain === '' ? 'TOKEN' : plain}`;
    return [{ schemes: [name], variable, header: '', ...sent }];
  });
  // Several schemes may be sent in the same way: the first names the variable.
  const distinct = new Map<string, Credential>();
  for (const credential of found) {
    const key = `${credential.kind} ${credential.name}`;
    const first = distinct.get(key) ?? { ...credential, schemes: [] };
    distinct.set(key, { ...first, schemes: [...first.schemes, ...credential.schemes] });
  }
  const credentials = [...distinct.values()];
  // Names of schemes may differ by case only, and one may be `url`.
  const [, ...variables] = uniqueNames([`${prefix}_URL`, ...credentials.map(({ variable }) => variable)]);
  return credentials.map((credential, index) => {
    const variable = variables[index] ?? credential.variable;
    return { ...credential, variable, header: `x-${variable.toLowerCase().replaceAll('_', '-')}` };
  });
}

function sentAs(scheme: JsonObject): Pick<Credential, 'kind' | 'name'> | undefined {
  switch (scheme['type']) {
    case 'apiKey': {
      const name = textOf(scheme['name']);
      const place = scheme['in'];
      const allowed = place === 'query' ? /^[!#$%&'*+.^_`|~0-9A-Za-z[\]-]+$/ : /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
      if (name === undefined || !allowed.test(name)) return undefined;
      return place === 'header' || place === 'query' || place === 'cookie' ? { kind: place, name } : undefined;
    }
    case 'basic':
      return { kind: 'basic', name: 'authorization' };
    case 'http': {
      const kind = String(scheme['scheme']).toLowerCase();
      return kind === 'bearer' || kind === 'basic' ? { kind, name: 'authorization' } : undefined;
    }
    case 'oauth2':
    case 'openIdConnect':
      return { kind: 'bearer', name: 'authorization' };
    default:
      return undefined;
  }
}
