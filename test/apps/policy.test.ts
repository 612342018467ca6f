/** What views may do in their frames: the texts that browsers read. */

import { allowAttribute, contentSecurityPolicy } from '@mcp-gen/apps/host';
import { expect, test } from 'vitest';

const NONE =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; media-src data:; font-src 'none'; connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'";

test('a view that declares nothing has its own scripts, styles, and images', () => {
  expect(contentSecurityPolicy()).toEqual({ csp: NONE, refused: [] });
});

test.each([
  ['connectDomains', ["connect-src 'none'"], 'connect-src'],
  ['frameDomains', ["frame-src 'none'"], 'frame-src'],
  ['baseUriDomains', ["base-uri 'none'"], 'base-uri'],
])('origins of %s are added to one directive', (list, [before = ''], directive) => {
  const { csp } = contentSecurityPolicy({ [list]: ['https://a.example', 'https://b.example'] });
  expect(csp).toBe(NONE.replace(before, `${directive} https://a.example https://b.example`));
});

test('origins of resources are added to what loads them', () => {
  expect(contentSecurityPolicy({ resourceDomains: ['https://a.example'] }).csp).toBe(
    NONE.replace("'unsafe-inline'; style-src", "'unsafe-inline' https://a.example; style-src")
      .replace("style-src 'unsafe-inline'", "style-src 'unsafe-inline' https://a.example")
      .replaceAll('data:', 'data: https://a.example')
      .replace("font-src 'none'", 'font-src https://a.example'),
  );
});

test.each([
  'https://a.example',
  'http://localhost:8080',
  'wss://a.example:443',
  'https://*.a.example',
  'https://*.a-b.c.example:8443',
  'https://192.0.2.1',
  'HTTPS://A.EXAMPLE',
])('%s is an origin', (origin) => {
  expect(contentSecurityPolicy({ connectDomains: [origin] })).toEqual({
    csp: NONE.replace("connect-src 'none'", `connect-src ${origin}`),
    refused: [],
  });
});

test.each([
  '*',
  'https:',
  'https://*',
  'https://*.com',
  'https://*.localhost:8080',
  'https://a.*.example',
  'https://a.example; script-src *',
  'https://a.example *',
  'https://a.example\nscript-src *',
  ' https://a.example',
  'x https://a.example',
  'https://a.example/path',
  'https://user@a.example',
  'https://a.example:123456',
  'data:',
  "'self'",
  "'unsafe-eval'",
  '',
])('%j is not an origin', (origin) => {
  expect(contentSecurityPolicy({ connectDomains: [origin] })).toEqual({ csp: NONE, refused: [origin] });
});

test('permissions become features of the frame, and nothing else does', () => {
  expect(allowAttribute(undefined, '*')).toBe('');
  const all = { camera: {}, microphone: {}, geolocation: {}, clipboardWrite: {} };
  expect(allowAttribute(all, 'https://a.example')).toBe(
    'camera https://a.example; microphone https://a.example; geolocation https://a.example; clipboard-write https://a.example',
  );
  expect(allowAttribute({ camera: {}, usb: {} } as object, '*')).toBe('camera *');
});
