import type { Adapter, AdapterPayload, errors } from 'oidc-provider';
import type { Records } from './records.js';
import { StoreFullError } from './store.js';

/** Settings shared by the adapters of all models. */
export interface AdapterSettings {
  readonly records: Records;
  readonly errors: typeof errors;
  /** Milliseconds until an unused client is deleted. */
  readonly clientLifetime: number;
  /** Ends a grant, here and at the provider. */
  readonly endGrant: (grant: string) => Promise<void>;
}

/**
 * Milliseconds that a record is kept after its token has expired, so that oidc-provider can distinguish expired tokens from unknown ones.
 */
const GRACE = 60_000;

/** Stores one model of oidc-provider. */
export class ModelAdapter implements Adapter {
  readonly #model: string;
  readonly #settings: AdapterSettings;

  constructor(model: string, settings: AdapterSettings) {
    this.#model = model;
    this.#settings = settings;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { records, clientLifetime, errors } = this.#settings;
    const lifetime = expiresIn === undefined ? clientLifetime : expiresIn * 1_000 + GRACE;
    try {
      await records.set(this.#model, id, payload, { lifetime, grant: this.#grantOf(id, payload) });
    } catch (error) {
      if (!(error instanceof StoreFullError)) throw error;
      throw Object.assign(new errors.TemporarilyUnavailable('the server is busy. Try again later'), {
        status: 503,
        statusCode: 503,
      });
    }
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const { records } = this.#settings;
    const payload = await records.get<AdapterPayload>(this.#model, id);
    if (payload === undefined || !isConsumable(this.#model)) return payload;
    const consumed = await records.usedAt(this.#model, id);
    return consumed === undefined ? payload : { ...payload, consumed };
  }

  /** If two requests use the same code or refresh token concurrently, one of them is a replay. */
  async consume(id: string): Promise<void> {
    const { records, errors, endGrant } = this.#settings;
    const payload = await records.get<AdapterPayload>(this.#model, id);
    const grant = payload?.grantId;
    const lifetime = Math.max(0, (payload?.exp ?? 0) * 1_000 - Date.now()) + GRACE;
    const isFirst = payload !== undefined && (await records.use(this.#model, id, { lifetime, grant }));
    // Ending the grant meanwhile has also deleted the mark.
    if (isFirst && (await records.get(this.#model, id)) !== undefined) return;
    if (grant !== undefined) await endGrant(grant);
    throw new errors.InvalidGrant(`${this.#model} already used`);
  }

  destroy(id: string): Promise<void> {
    return this.#settings.records.delete(this.#model, id);
  }

  revokeByGrantId(grant: string): Promise<void> {
    return this.#settings.endGrant(grant);
  }

  /** The device flow is disabled. */
  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  findByUid(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  #grantOf(id: string, { grantId }: AdapterPayload): string | undefined {
    return this.#model === 'Grant' ? id : grantId;
  }
}

/** Stores no browser sessions: every authorization asks for consent and login again, so that one user cannot act as another one. */
export class NoSessions implements Adapter {
  upsert(): Promise<void> {
    return Promise.resolve();
  }

  find(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  consume(): Promise<void> {
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    return Promise.resolve();
  }

  revokeByGrantId(): Promise<void> {
    return Promise.resolve();
  }

  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  findByUid(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

function isConsumable(model: string): boolean {
  return model === 'AuthorizationCode' || model === 'RefreshToken';
}
