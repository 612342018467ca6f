import type { ClientCapabilities, Implementation } from '@mcp-gen/protocol/author';
import type { Converter, Loss, Method, Part } from './conversions/index.js';

/** Called when a part of a message cannot be expressed in the revision of its conversation. */
export type LossListener = (loss: Loss, message: { readonly method: string; readonly revision: string }) => void;

/** The client of a conversation, as it introduced itself. */
export interface ClientFacts {
  readonly capabilities: ClientCapabilities;
  readonly clientInfo: Implementation;
}

/** Converts the messages of one conversation between the unified types and the negotiated revision. */
export class Translator {
  readonly #converter: Converter;
  readonly #facts: Parameters<Converter['toAuthor']>[3];
  readonly #onLoss: LossListener | undefined;
  readonly #note: ((method: string, revision: string) => void) | undefined;

  /** @param note called with every message */
  constructor(
    converter: Converter,
    { capabilities, clientInfo }: ClientFacts,
    onLoss?: LossListener,
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

  /** @throws {NotExpressibleError} if it cannot be expressed in the unified types. */
  toAuthor(method: Method, part: Part, value: unknown): unknown {
    return this.#report(method, this.#converter.toAuthor(method, part, value, this.#facts));
  }

  /** @throws {NotExpressibleError} if it cannot be expressed in the revision. */
  toRevision(method: Method, part: Part, value: unknown): unknown {
    return this.#report(method, this.#converter.toRevision(method, part, value, this.#facts));
  }

  #report(method: string, { value, losses }: { readonly value: unknown; readonly losses: readonly Loss[] }): unknown {
    this.note(method);
    if (this.#onLoss !== undefined) {
      for (const loss of losses) this.#onLoss(loss, { method, revision: this.#converter.revision });
    }
    return value;
  }
}
