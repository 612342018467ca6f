// Operators that make the mistakes of a careless engineer. Each name is a kind of mistake; the first kind that a mistake fits counts.
import { argument } from './argument.mjs';
import { cleanup } from './cleanup.mjs';
import { defaultValue } from './default.mjs';
import { exit } from './exit.mjs';
import { listener } from './listener.mjs';
import { order } from './order.mjs';
import { presence } from './presence.mjs';
import { refund } from './refund.mjs';
import { scope } from './scope.mjs';
import { spread } from './spread.mjs';
import { stale } from './stale.mjs';

export const SEMANTIC = {
  refund,
  listener,
  cleanup,
  stale,
  scope,
  order,
  default: defaultValue,
  argument,
  spread,
  exit,
  presence,
};
