import { Server } from '@mcp-gen/sdk';
import { expect, test } from 'vitest';
import * as sdk from '@mcp-gen/sdk';

test('what the runtime needs of a server is neither a method of it nor exported', () => {
  const methods = Object.getOwnPropertyNames(Server.prototype);
  expect(methods).toContain('serve');
  expect(methods.filter((name) => /handlers|runtime|definition|describe/i.test(name))).toEqual([]);
  expect(Object.keys(sdk).filter((name) => /definition/i.test(name))).toEqual([]);
});
