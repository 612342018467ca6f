/** Converts a message to another revision, as the bridge does between a client and a server of different revisions. */

import { RevisionConverter } from '../../../sdk/src/bridge/revisionConverter.js';
import { NotExpressibleError, type Loss, type Method, type MessagePart } from '../../../sdk/src/conversions/index.js';
import { Translator } from '../../../sdk/src/translator.js';
import { checkMessage, findMethod, type MessageFinding } from '../../../sdk/src/testing/checkMessage.js';
import { kindOf } from '../../../sdk/src/testing/messageKind.js';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { LoadedRevision } from './revision.js';

/** What became of a message. */
export type Conversion =
  | {
      readonly status: 'converted';
      readonly value: unknown;
      /** What it no longer says, relative to the message. */
      readonly losses: readonly Loss[];
      /** What the other revision refuses of it. Empty if it is valid there. */
      readonly findings: readonly MessageFinding[];
      /** Whether the other revision asks for it inside of a result: then `value` is that result. */
      readonly embedded: boolean;
    }
  | {
      readonly status: 'refused';
      readonly pointer: string;
      readonly reason: string;
    }
  /** There is nothing to convert: the conversion takes messages that their own revision accepts, and whose method is known. */
  | {
      readonly status: 'unknown';
      readonly reason: 'invalid' | 'batch' | 'method';
    };

/** What a message without `_meta` says of its client. */
const CLIENT = { capabilities: {}, clientInfo: { name: 'explorer', version: '0.0.0' } };

/** The key that an embedded request has among the input requests. */
const INPUT_KEY = 'request';

/**
 * Converts a message.
 *
 * @param answers the method that a result answers
 */
export function convertMessage(
  from: LoadedRevision,
  to: LoadedRevision,
  message: unknown,
  answers: string | undefined,
): Conversion {
  const kind = kindOf(message);
  if (kind === 'batch') return { status: 'unknown', reason: 'batch' };
  if (!isObject(message) || !checkMessage(from, message, { answers }).valid)
    return { status: 'unknown', reason: 'invalid' };
  if (kind === 'error') return outcome(to, message, [], undefined);
  const part: MessagePart = kind === 'result' ? 'result' : 'params';
  const method = part === 'result' ? answers : (message['method'] as string);
  const found = method === undefined ? undefined : findMethod(from.revision, method);
  if (method === undefined || !found) return { status: 'unknown', reason: 'method' };
  const losses: Loss[] = [];
  try {
    const isOfClient = (found.senders[0] === 'client') === (part === 'params');
    const value = convertPart(from, to, isOfClient, method as Method, part, message[part], losses);
    return outcome(to, withPart(message, part, value), losses.map(below(part)), answers);
  } catch (error) {
    if (!(error instanceof NotExpressibleError)) throw error;
    const { pointer, what, why } = error;
    return { status: 'refused', pointer: `/${part}${pointer}`, reason: `${what}: ${why}` };
  }
}

function convertPart(
  from: LoadedRevision,
  to: LoadedRevision,
  isOfClient: boolean,
  method: Method,
  part: MessagePart,
  value: unknown,
  losses: Loss[],
): unknown {
  const end = ({ revision, converter }: LoadedRevision) => ({
    revision: revision.id,
    translator: new Translator(converter, CLIENT, (loss) => losses.push(loss)),
  });
  if (isOfClient) return new RevisionConverter(end(from), end(to)).toServer(method, part, value);
  return new RevisionConverter(end(to), end(from)).toClient(method, part, value);
}

function outcome(
  to: LoadedRevision,
  message: Record<string, unknown>,
  losses: readonly Loss[],
  answers: string | undefined,
): Conversion {
  const method = message['method'];
  const embedded = typeof method === 'string' && findMethod(to.revision, method)?.embedded === true;
  if (!embedded) {
    const { findings } = checkMessage(to, message, { answers });
    return { status: 'converted', value: message, losses, findings, embedded };
  }
  const { params } = message;
  const request = { method, ...(params !== undefined && { params }) };
  const value = { resultType: 'input_required', inputRequests: { [INPUT_KEY]: request } };
  const findings = to.explain('InputRequiredResult', value);
  return { status: 'converted', value, losses, findings, embedded };
}

function withPart(message: Record<string, unknown>, part: MessagePart, value: unknown): Record<string, unknown> {
  const { [part]: _, ...rest } = message;
  return value === undefined ? rest : { ...rest, [part]: value };
}

function below(part: MessagePart) {
  return ({ pointer, what }: Loss): Loss => ({ pointer: `/${part}${pointer}`, what });
}
