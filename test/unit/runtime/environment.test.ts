import { expect, vi } from 'vitest';
import { inheritedEnvironment } from '../../../runtime/src/transports/stdioClient.js';
import { testUnless } from '../../support/omissions.js';

const INHERITED = ['HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER'];

const windows = process.platform === 'win32' ? 'Windows has other variables' : undefined;

testUnless(windows, 'a program inherits its surroundings, and nothing that may be a secret', () => {
  for (const name of [...INHERITED, 'API_TOKEN', 'NODE_OPTIONS']) vi.stubEnv(name, `value of ${name}`);
  expect(inheritedEnvironment()).toEqual(Object.fromEntries(INHERITED.map((name) => [name, `value of ${name}`])));
  for (const name of INHERITED) vi.stubEnv(name, undefined);
  expect(inheritedEnvironment()).toEqual({});
  vi.unstubAllEnvs();
});
