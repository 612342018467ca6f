import type { ClientCapabilities, Implementation } from '@mcp-gen/protocol/author';
import type { Converted, Converter, Loss, Method, MessagePart } from './conversions/index.js';

/** Called when a part of a message cannot be expressed in the negotiated revision. */
export type LossListener = (loss: Loss, message: LossyMessage) => void;

/** A message of which a part was lost. */
export interface LossyMessage {
  /** Its method, or that of the request whose result it is. */
  readonly method: string;
  /** The revision that cannot express the part. */
  readonly revision: string;
  /** The name or URI of what the message is about: of the called tool, or of the tool in a list. Default: none. */
  readonly target?: string | undefined;
}

/** The client, as it introduced itself. */
export interface ClientFacts {
  readonly capabilities: ClientCapabilities;
  readonly clientInfo: Implementation;
}

/** Converts the messages of one client between the unified types and the negotiated revision. */
export class Translator {
  readonly #converter: Converter;
  readonly #facts: Parameters<Converter['toAuthor']>[3];
  readonly #onLoss: LossListener;
  readonly #note: ((method: string, revision: string) => void) | undefined;

  /** @param note called with every message */
  constructor(
    converter: Converter,
    { capabilities, clientInfo }: ClientFacts,
    onLoss: LossListener,
    note?: (method: string, revision: string) => void,
  ) {
    this.#note = note;
    this.#converter = converter;
    this.#facts = { protocolVersion: converter.revision, clientCapabilities: capabilities, clientInfo };
    this.#onLoss = onLoss;
  }

  /** Notes a message that nobody reads, so that it is not converted. */
  note(method: string): void {
    this.#note?.(method, this.#converter.revision);
  }

  /**
   * @param params those of the request, if the value is its result
   * @throws {NotExpressibleError} if it cannot be expressed in the unified types.
   */
  toAuthor(method: Method, part: MessagePart, value: unknown, params?: unknown): unknown {
    const converted = this.#converter.toAuthor(method, part, value, this.#facts);
    return this.#report(method, converted, value, params);
  }

  /**
   * @param params those of the request, if the value is its result
   * @throws {NotExpressibleError} if it cannot be expressed in the revision.
   */
  toRevision(method: Method, part: MessagePart, value: unknown, params?: unknown): unknown {
    const converted = this.#converter.toRevision(method, part, value, this.#facts);
    return this.#report(method, converted, value, params);
  }

  #report(method: string, { value, losses }: Converted, given: unknown, params: unknown): unknown {
    this.note(method);
    const { revision } = this.#converter;
    for (const loss of losses) {
      const target = targetOf(params) ?? targetAt(given, loss.pointer);
      this.#onLoss(loss, { method, revision, ...(target !== undefined && { target }) });
    }
    return value;
  }
}

/** Returns the name or URI of the outermost value on the way to a location that has one: the tool, in a list of tools. */
function targetAt(value: unknown, pointer: string): string | undefined {
  let found: unknown = value;
  for (const key of pointer.split('/')) {
    if (key !== '') found = (found as { readonly [key: string]: unknown } | undefined)?.[key];
    const target = targetOf(found);
    if (target !== undefined) return target;
  }
  return undefined;
}

/** Returns the tool, prompt, or resource that the params of a request, or an entry of a list, name. */
export function targetOf(params: unknown): string | undefined {
  const { name, uri } = (params ?? {}) as { readonly name?: unknown; readonly uri?: unknown };
  const target = uri ?? name;
  return typeof target === 'string' ? target : undefined;
}
