import { expect, test } from 'vitest';
import { emitText } from '../../support/compileText.js';

test('types that refer to each other in a circle are all checked, whichever is looked at first', () => {
  const names = ['A', 'B', 'C'];
  const types = names.map((name, at) => {
    const next = names[(at + 1) % names.length] ?? '';
    return `export interface ${name} { next?: ${next}; ${name === 'A' ? '\n/** @format uri */\nuri: string;' : ''} }`;
  });
  const messages = names.map((name) => `export interface ${name}Notification { method: '${name}'; params: ${name} }`);
  const union = `export type ClientNotification = ${names.map((name) => `${name}Notification`).join(' | ')};`;
  const orders = [names, names.toReversed(), ['B', 'A', 'C']];
  for (const order of orders) {
    const declared = order.map((name) => types[names.indexOf(name)]);
    const text = emitText([...declared, ...messages, union].join('\n'), 'sending');
    const checks = [...text.matchAll(/function check(\w+)/g)].map(([, name]) => name);
    expect(checks).toEqual(order);
  }
});
