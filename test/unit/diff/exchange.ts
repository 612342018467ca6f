/** Small schemas for comparisons: a client asks, a server answers, and both tell. */

import { compareProtocols, type Report } from '../../../generator/diff/compareProtocols.js';
import { describeChange } from '../../../generator/diff/changes.js';
import { buildProtocol } from '../../../generator/model/buildProtocol.js';
import type { Protocol } from '../../../generator/model/protocol.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';
import { TABLES } from '../../support/tables.js';

/** The members of params and results, and declarations besides. */
export interface Exchange {
  readonly params?: string;
  readonly result?: string;
  readonly told?: string;
  readonly more?: string;
}

/** The client sends `ask`, the server answers it, either sends `tell`. */
export function exchange({ params = '', result = '', told = '', more = '' }: Exchange): Protocol {
  return protocolOf(`
    export interface AskRequest { method: 'ask'; params: AskParams }
    export interface AskParams {
      ${params}
    }
    export interface AskResult {
      ${result}
    }
    export interface TellNotification { method: 'tell'; params: TellParams }
    export interface TellParams {
      ${told}
    }
    export type ClientRequest = AskRequest;
    export type ClientNotification = TellNotification;
    export type ServerNotification = TellNotification;
    ${more}`);
}

/** The protocol of any schema text. */
export function protocolOf(text: string): Protocol {
  return buildProtocol(readTypeScript(text, 'schema.ts'), '', TABLES);
}

export function compare(was: Protocol, is: Protocol): Report {
  return compareProtocols({ name: 'was.ts', protocol: was }, { name: 'is.ts', protocol: is });
}

/** The changes of definitions, each with the side that it breaks: `AskResult + a?: string`, `AskResult - b: string | old client`. */
export function definitionLines(was: Exchange, is: Exchange): readonly string[] {
  return compare(exchange(was), exchange(is)).definitions.flatMap(({ definitions, changes }) =>
    changes.map((change) => [`${definitions.join(', ')} ${describeChange(change)}`, ...change.breaks].join(' | ')),
  );
}

/** The changes of methods, each with the side that it breaks. */
export function methodLines(was: Protocol, is: Protocol): readonly string[] {
  return compare(was, is).methods.flatMap(({ method, changes }) =>
    changes.map((change) => [`${method} ${describeChange(change)}`, ...change.breaks].join(' | ')),
  );
}
