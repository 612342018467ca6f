/** Removes the secrets of a configuration from errors. */

import type { ServerConfig } from './config.js';
import { mayBeCredential, withoutSecrets } from './serverTexts.js';

/** An environment variable in a configuration. */
const VARIABLE = /\$\{([A-Za-z_]\w*)(?::-[^}]*)?\}/g;

/** Shorter values do not count as secrets, because they occur everywhere. */
const MIN_SECRET_LENGTH = 4;

/** Minimum characters of a truncated secret that is still recognized. */
const MIN_PART_LENGTH = 8;

/** A secret, and its replacement. */
interface Secret {
  readonly value: string;
  readonly placeholder: string;
}

/**
 * Returns a function that replaces the secrets of a configuration by their names: environment variables, headers, variables named like
 * credentials, and query values of a URL.
 */
export function redactor(config: ServerConfig): (text: string) => string {
  const secrets = secretsOf(config)
    .filter(({ value }) => value.length >= MIN_SECRET_LENGTH)
    .flatMap(({ value, placeholder }) => formsOf(value).map((form) => ({ value: form, placeholder })))
    .sort((a, b) => b.value.length - a.value.length);
  return (text) => {
    let redacted = text;
    for (const { value, placeholder } of secrets)
      redacted = withoutPart(
        redacted.replaceAll(value, () => placeholder),
        value,
      );
    return redacted;
  };
}

function secretsOf(config: ServerConfig): readonly Secret[] {
  const variables = [...JSON.stringify(config).matchAll(VARIABLE)].map(([, name = '']) => ({
    value: process.env[name] ?? '',
    placeholder: `\${${name}}`,
  }));
  if (typeof config === 'function') return variables;
  if ('command' in config) {
    const fixed = Object.entries(config.env ?? {}).filter(([name, value]) => mayBeCredential(name) && !isTaken(value));
    return [...variables, ...fixed.map(([name, value]) => ({ value, placeholder: `(the value of ${name})` }))];
  }
  const headers = Object.entries(config.headers ?? {}).flatMap(([name, value]) =>
    // A scheme such as Bearer is not a secret.
    (isTaken(value) ? [] : [value, ...value.split(' ').slice(1)]).map((part) => ({
      value: part,
      placeholder: `(the header ${name})`,
    })),
  );
  return [...variables, ...headers, ...secretsOfUrl(config.url)];
}

function secretsOfUrl(text: string): readonly Secret[] {
  const plain = withoutSecrets(text);
  if (plain === text || !URL.canParse(text)) return [];
  const { href, username, password, searchParams, hash } = new URL(text);
  const parts = [username, password, hash.slice(1), ...searchParams.values()];
  return [
    ...[text, href].map((value) => ({ value, placeholder: plain })),
    ...parts.flatMap((part) => [part, decoded(part)]).map((value) => ({ value, placeholder: '(a part of the URL)' })),
  ];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function isTaken(value: string): boolean {
  return value.search(VARIABLE) >= 0;
}

/** URLs encode characters, and quoted strings escape them. */
function formsOf(value: string): readonly string[] {
  const escaped = JSON.stringify(value).slice(1, -1);
  try {
    return [...new Set([value, escaped, encodeURI(value), encodeURIComponent(value)])];
  } catch {
    // Encoding fails for half a surrogate pair, which no URL contains.
    return [...new Set([value, escaped])];
  }
}

/** Removes the beginning of a secret at a place where the text was truncated. */
function withoutPart(text: string, secret: string): string {
  let redacted = '';
  let start = 0;
  for (let cut = text.indexOf('…'); cut >= 0; cut = text.indexOf('…', cut + 1)) {
    let length = Math.min(secret.length - 1, cut - start);
    while (length >= MIN_PART_LENGTH && !text.endsWith(secret.slice(0, length), cut)) length--;
    if (length < MIN_PART_LENGTH) continue;
    redacted += text.slice(start, cut - length);
    start = cut;
  }
  return redacted + text.slice(start);
}
