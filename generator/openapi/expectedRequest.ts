/**
 * States the request that a call must make of arguments, for the tests of a project. The client of projects has other code for that, so that
 * a slip of either shows. Both rest on the same `Call`: whether that is what a document means, requests that are written by hand check
 * (`test/openapi/writtenRequests.test.ts`).
 */

import { isObject } from '../jsonValues.js';
import { BODY, type Call, type SentParameter } from './call.js';
import type { SentBody } from './body.js';
import type { WrittenStyle } from './style.js';

/** The body of a request: JSON, a text, bytes in base64, or the parts of a form with files. */
export interface ExpectedBody {
  readonly json?: unknown;
  readonly text?: string;
  readonly base64?: string;
  readonly parts?: readonly ExpectedPart[];
}

/** A part of a form: a text, or a file in base64. */
export interface ExpectedPart {
  readonly name: string;
  readonly text?: string;
  readonly filename?: string;
  /** Its media type. Default: that of plain text */
  readonly type?: string;
  readonly base64?: string;
}

/** A request. */
export interface ExpectedRequest {
  readonly method: string;
  /** The path and the query, encoded. */
  readonly url: string;
  /** Those of parameters and of the body, by names in lower case. */
  readonly headers: { readonly [name: string]: string };
  readonly body?: ExpectedBody;
}

type Arguments = { readonly [name: string]: unknown };

/** Returns the request of a call. */
export function expectedRequest({ operation, parameters, body }: Call, given: Arguments): ExpectedRequest {
  // An object also has properties that nobody gave, such as `constructor`.
  const args = Object.assign(Object.create(null), given) as Arguments;
  const sent = parameters.filter(({ argument }) => isGiven(args[argument]));
  const of = (place: SentParameter['in']): readonly SentParameter[] => sent.filter((each) => each.in === place);
  const path = of('path').reduce(
    (text, each) => text.replaceAll(`{${each.name}}`, () => pathPart(each, args[each.argument])),
    operation.path,
  );
  const pairs = of('query').flatMap((each) => expand(each.name, each, args[each.argument]));
  const headers = of('header').map(
    (each) => [each.name.toLowerCase(), listed(each, args[each.argument], String)] as const,
  );
  const cookies = of('cookie').flatMap((each) =>
    expand(each.name, each, args[each.argument]).map((pair) => withPlainName(pair, each.name)),
  );
  const { type, content } = body && args[BODY] !== undefined ? bodyOf(body, args[BODY]) : {};
  // It encodes what the document has in a path, and drops a fragment.
  const url = new URL(`http://api.example${path}`);
  url.search = [url.search.slice(1), ...pairs].filter((part) => part !== '').join('&');
  return {
    method: operation.method,
    url: url.pathname + url.search,
    headers: {
      ...Object.fromEntries(headers),
      ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
      ...(type !== undefined && { 'content-type': type }),
    },
    ...(content && { body: content }),
  };
}

function bodyOf(sent: SentBody, value: unknown): { readonly type?: string; readonly content?: ExpectedBody } {
  const { kind, mediaType: type } = sent;
  switch (kind) {
    case 'json':
      return { type, content: { json: value } };
    case 'text':
      return { type, ...(value !== '' && { content: { text: String(value) } }) };
    case 'bytes':
      return { type, ...(value !== '' && { content: { base64: String(value) } }) };
    case 'form':
      return isGiven(value) ? { type, ...formOf(sent, value) } : {};
    case 'multipart':
      return isGiven(value) ? { content: { parts: partsOf(sent, value) } } : {};
  }
}

function formOf({ encoding = {} }: SentBody, value: unknown): { readonly content?: ExpectedBody } {
  const pairs = Object.entries(isObject(value) ? value : {}).flatMap(([name, each]) => {
    const stated = Object.hasOwn(encoding, name) ? encoding[name] : undefined;
    if (!isGiven(each)) return [];
    return expand(name, stated ?? { style: isObject(each) ? 'json' : 'form', explode: true }, each);
  });
  return pairs.length === 0 ? {} : { content: { text: pairs.join('&') } };
}

function partsOf({ files, types = {}, encoding = {} }: SentBody, value: unknown): readonly ExpectedPart[] {
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, each]): readonly ExpectedPart[] => {
    const style = Object.hasOwn(encoding, name) && isGiven(each) ? encoding[name] : undefined;
    if (style !== undefined) return expandedParts(name, style, each);
    return (Array.isArray(each) ? (each as unknown[]) : [each]).filter(isGiven).map((one) => {
      const type = Object.hasOwn(types, name) ? types[name] : undefined;
      if (files.includes(name))
        return { name, filename: name, type: type ?? 'application/octet-stream', base64: String(one) };
      const known = type ?? (typeof one === 'object' ? 'application/json' : undefined);
      return { name, text: written(one), ...(known !== undefined && { type: known }) };
    });
  });
}

/** In a form with files, nothing is encoded. */
function expandedParts(name: string, style: WrittenStyle, value: unknown): readonly ExpectedPart[] {
  return expand(name, { ...style, reserved: false }, value).map((pair) => {
    const [key = '', text = ''] = pair.split('=').map(decodeURIComponent);
    return { name: key, text };
  });
}

type Encode = (text: string) => string;

const percent: Encode = (text) => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
/** What may stay in a query, of the characters that `encodeURIComponent` encodes. */
const RESERVED = new Map(Array.from(':/?@$,;=', (character) => [percent(character), character] as const));
const percentMost: Encode = (text) => percent(text).replaceAll(/%../g, (code) => RESERVED.get(code) ?? code);

const SEPARATORS = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
  ['tabDelimited', '\t'],
]);

/** The name of a cookie is sent as the document writes it. */
function withPlainName(pair: string, name: string): string {
  const encoded = `${percent(name)}=`;
  return pair.startsWith(encoded) ? `${name}=${pair.slice(encoded.length)}` : pair;
}

/** Expands one value of a query or a form, as RFC 6570 expands `{?name}` and `{?name*}`. */
function expand(name: string, how: WrittenStyle, value: unknown): readonly string[] {
  const encode = how.reserved === true ? percentMost : percent;
  if (how.style === 'deepObject')
    return members(value).map(([keys, text]) => `${percent(name + keys)}=${encode(text)}`);
  const isList = typeof value === 'object' && how.style !== 'json';
  if (isList && itemsOf(value).length === 0) return [];
  if (!isList || !how.explode) return [`${percent(name)}=${listed(how, value, encode)}`];
  return itemsOf(value).map(([key, each]) => `${percent(Array.isArray(value) ? name : key)}=${encode(written(each))}`);
}

/** Returns the members of a value at any depth, each with the keys that lead to it in brackets. */
function members(value: unknown): readonly (readonly [string, string])[] {
  if (typeof value !== 'object') return [['', written(value)]];
  return itemsOf(value).flatMap(([key, each]) => {
    const bracket = Array.isArray(value) && typeof each !== 'object' ? '[]' : `[${key}]`;
    return members(each).map(([keys, text]) => [bracket + keys, text] as const);
  });
}

/** Expands one value of a path, as RFC 6570 expands `{name}`, `{.name*}`, and `{;name*}`. */
function pathPart(how: SentParameter, value: unknown): string {
  if (how.style === 'matrix')
    return expand(how.name, { ...how, style: 'form' }, value)
      .map((pair) => `;${pair}`)
      .join('');
  const text = listed(how, value, percent);
  return how.style === 'label' ? `.${text}` : text;
}

/** Expands one value of a path, a header, or a cookie, or one that is not exploded. */
function listed({ style, explode }: WrittenStyle, value: unknown, encode: Encode): string {
  if (style === 'json') return encode(JSON.stringify(value));
  if (typeof value !== 'object') return encode(written(value));
  const stated = style === 'label' && explode ? '.' : SEPARATORS.get(style);
  const separator = stated === undefined ? ',' : encode(stated);
  return itemsOf(value)
    .map(([key, each]) => {
      if (Array.isArray(value)) return encode(written(each));
      return [key, written(each)].map(encode).join(explode ? '=' : separator);
    })
    .join(separator);
}

function itemsOf(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(value ?? {}).filter(([, each]) => isGiven(each));
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
