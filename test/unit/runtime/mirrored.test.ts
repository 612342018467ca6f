/** Values that HTTP headers repeat, as headers can hold them (specification, 2026-07-28: Value Encoding). */

import { describe, expect, test } from 'vitest';
import {
  decodeHeader,
  encodeHeader,
  mirroredName,
  textOfParam,
} from '../../../runtime/src/http/shared/mirroredHeaders.js';
import { covers } from '../../support/covers.js';

const base64 = (text: string): string => `=?base64?${Buffer.from(text).toString('base64')}?=`;

describe('a value', () => {
  test.each(['', 'us-west1', 'a b', 'a\tb', '=?base64?eu', '=?BASE64?ZXU=?=', '!~'])('%j is sent as it is', (text) => {
    covers('headers-value-encoded', 'headers-value-markers');
    expect([encodeHeader(text), decodeHeader(text)]).toEqual([text, text]);
  });

  test.each(['Grüße 🌍', ' a', 'a ', '\ta', 'a\nb', 'a\r\nx-evil: 1', '\0', '\u007f', 'é'])(
    '%j is sent as Base64 of its UTF-8',
    (text) => {
      covers('headers-value-encoded', 'headers-value-base64', 'headers-name-encoded', 'headers-value-markers');
      expect([encodeHeader(text), decodeHeader(encodeHeader(text))]).toEqual([base64(text), text]);
    },
  );

  test('that looks encoded is encoded', () => {
    covers('headers-value-sentinel');
    const text = '=?base64?ZXU=?=';
    expect([encodeHeader(text), decodeHeader(encodeHeader(text))]).toEqual([base64(text), text]);
  });

  test.each(['süd', 'a\u0000b', 'a\u007fb', '=?base64?ZXU?=', '=?base64?Z!U=?=', '=?base64?/w==?='])(
    '%j is none that a header may have',
    (value) => {
      covers('headers-param-invalid');
      expect(decodeHeader(value)).toBeUndefined();
    },
  );
});

test.each<[unknown, string | undefined]>([
  ['eu', 'eu'],
  [true, 'true'],
  [false, 'false'],
  [42, '42'],
  [-(2 ** 53) + 1, '-9007199254740991'],
  [2 ** 53, undefined],
  [1.5, undefined],
  [null, undefined],
  [undefined, undefined],
  [{}, undefined],
])('the parameter %j has the text %j', (value, text) => {
  covers('headers-annotation-range', 'headers-param-absent');
  expect(textOfParam(value)).toBe(text);
});

test.each<[string, object | undefined, string | undefined]>([
  ['tools/call', { name: 'a', uri: 'b' }, 'a'],
  ['prompts/get', { name: 'a' }, 'a'],
  ['resources/read', { uri: 'b://c' }, 'b://c'],
  ['tools/list', { name: 'a' }, undefined],
  ['toString', { name: 'a' }, undefined],
  ['tools/call', undefined, undefined],
])('the name of %s with %j is %j', (method, params, name) => {
  covers('headers-standard');
  expect(mirroredName(method, params)).toBe(name);
});
