/** Checks recorded traffic, one message after another, in constant memory. */

import type { AnchorName } from '../model/anchors.js';
import type { AnyMessage, NotificationMessage, Protocol, RequestMessage } from '../model/protocol.js';
import { InputError } from '../problems.js';
import type { Explainer } from './explainer.js';

/** The findings about one message, one line for each place. Empty if it is valid. */
export type Findings = readonly string[];

/** The maximum number of requests that are kept to match responses. The oldest is dropped first. */
const MAX_REMEMBERED = 10_000;

type Json = { readonly [key: string]: unknown };

/**
 * Pairs responses with earlier requests. A recording may have both directions, whose ids are independent: a response that is valid for any
 * pending request of its id is valid.
 */
export class TrafficChecker {
  readonly #explain: Explainer;
  readonly #batching: boolean;
  readonly #definitions: Protocol['definitions'];
  readonly #requests: ReadonlyMap<string, RequestMessage>;
  readonly #notifications: ReadonlyMap<string, NotificationMessage>;
  readonly #open = new Map<string, RequestMessage[]>();

  constructor(protocol: Protocol, explain: Explainer) {
    this.#explain = explain;
    this.#batching = protocol.batching;
    this.#definitions = protocol.definitions;
    this.#requests = new Map(protocol.requests.map((request) => [request.method, request]));
    this.#notifications = new Map(protocol.notifications.map((notification) => [notification.method, notification]));
  }

  /** Checks one message, or one batch if the revision has batches. */
  check(value: unknown): Findings {
    if (!Array.isArray(value)) return this.#message(value, '');
    if (!this.#batching) return ['expected one message, got array: this revision has no batches'];
    if (value.length === 0) return ['expected at least 1 message, got an empty batch'];
    return value.flatMap((item, index) => this.#message(item, `/${index}`));
  }

  #message(value: unknown, path: string): Findings {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return this.#againstEnvelope(['JSONRPCRequest'], value, path);
    }
    const message = value as Json;
    if (message['method'] !== undefined) {
      return message['id'] === undefined ? this.#notification(message, path) : this.#request(message, path);
    }
    const { result, error } = message;
    if (result !== undefined && error !== undefined) return [at(path, 'expected a result or an error, got both')];
    if (error !== undefined) return this.#error(message, path);
    if (result !== undefined) return this.#response(message, path);
    return [at(path, 'expected a method, a result, or an error, got none')];
  }

  #request(message: Json, path: string): Findings {
    const request = this.#requests.get(String(message['method']));
    if (request) this.#remember(message['id'], request);
    const envelope = this.#againstEnvelope(['JSONRPCRequest'], message, path);
    return [...envelope, ...this.#params(request, message, path, envelope)];
  }

  #notification(message: Json, path: string): Findings {
    const notification = this.#notifications.get(String(message['method']));
    const envelope = this.#againstEnvelope(['JSONRPCNotification'], message, path);
    return [...envelope, ...this.#params(notification, message, path, envelope)];
  }

  #params(known: AnyMessage | undefined, { method, params }: Json, path: string, envelope: Findings): Findings {
    if (envelope.length > 0) return [];
    if (!known) return [at(`${path}/method`, `expected a method of this revision, got ${JSON.stringify(method)}`)];
    if (params === undefined && known.params.optional) return [];
    return this.#against(known.params.type, params, `${path}/params`);
  }

  #response(message: Json, path: string): Findings {
    const { id, result } = message;
    const envelope = this.#againstEnvelope(['JSONRPCResultResponse', 'JSONRPCResponse'], message, path);
    if (envelope.length > 0) return envelope;
    const attempts = this.#openRequests(id).map((request) => ({
      request,
      findings: this.#againstAny(resultsFor(request, result), result, `${path}/result`),
    }));
    const answered = attempts.find(({ findings }) => findings.length === 0) ?? attempts[0];
    if (answered) this.#forget(id, answered.request);
    return answered?.findings ?? [];
  }

  #error(message: Json, path: string): Findings {
    const { id } = message;
    const [request] = this.#openRequests(id);
    if (request) this.#forget(id, request);
    return this.#againstEnvelope(['JSONRPCErrorResponse', 'JSONRPCError'], message, path);
  }

  /**
   * @param anchors the names of the envelope, of later revisions first
   * @throws {InputError} if the schema declares none of them
   */
  #againstEnvelope(anchors: readonly AnchorName[], value: unknown, path: string): Findings {
    const name = anchors
      .map((anchor) => this.#definitions.nameOf(anchor))
      .find((each) => this.#definitions.findType(each));
    if (name !== undefined) return this.#against(name, value, path);
    const remedy = `State its name in "names" of the record in revisions.json: "names": { "${anchors[0]}": "..." }.`;
    throw new InputError(
      `The schema does not declare ${anchors.join(' or ')}, by which messages are checked. ${remedy}`,
    );
  }

  /** Returns the findings by the first definition, or none if the value matches another. */
  #againstAny(definitions: readonly string[], value: unknown, path: string): Findings {
    const attempts = definitions.map((definition) => this.#against(definition, value, path));
    return attempts.find((findings) => findings.length === 0) ?? attempts[0] ?? [];
  }

  #against(definition: string, value: unknown, path: string): Findings {
    return this.#explain(definition, value).map(({ pointer, expected, actual }) =>
      at(path + pointer, `expected ${expected}, got ${actual}`),
    );
  }

  #openRequests(id: unknown): readonly RequestMessage[] {
    return this.#open.get(JSON.stringify(id)) ?? [];
  }

  /** Keeps a request. Each direction can have one pending request with the same id. */
  #remember(id: unknown, request: RequestMessage): void {
    this.#open.set(JSON.stringify(id), [...this.#openRequests(id), request].slice(-2));
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_REMEMBERED && oldest !== undefined) this.#open.delete(oldest);
  }

  #forget(id: unknown, request: RequestMessage): void {
    const others = this.#openRequests(id).filter((open) => open !== request);
    if (others.length > 0) this.#open.set(JSON.stringify(id), others);
    else this.#open.delete(JSON.stringify(id));
  }
}

/** Returns the definitions that a result can have: what it says of itself decides whether it is a question, as in the generated guards. */
function resultsFor({ results, question }: RequestMessage, result: unknown): readonly string[] {
  if (question === undefined) return results;
  const type = typeof result === 'object' && result !== null ? (result as Json)['resultType'] : undefined;
  return type === 'input_required' ? [question] : results.filter((name) => name !== question);
}

function at(pointer: string, finding: string): string {
  return pointer === '' ? finding : `${pointer}: ${finding}`;
}
