import {
  checkOptions,
  count,
  lifetime,
  methods,
  oneOf,
  withDefaults,
  type OptionKind,
  type OptionTable,
  type OptionValues,
} from '../options/kinds.js';
import { adviceToRaise } from '../ledger/index.js';
import { bindingText, type Binding, type RequestState } from './requestState.js';

/** Marks states as used, for all processes of a server. `usedStatesContract` of `@mcp-gen/runtime/testing` checks an implementation. */
export interface UsedStates {
  /**
   * Returns whether a state has not been used before, and marks it as used, atomically.
   *
   * @param id identifies the state
   * @param expires the expiry of the state, in milliseconds since 1970, after which it can be forgotten
   */
  use(id: string, expires: number): boolean | Promise<boolean>;
}

/** Options of the state that clients carry between the runs of a request. */
export interface RequestStateOptions {
  /**
   * Secrets for sealing states, of at least 32 characters or bytes each. The first one seals, and all of them open, so that secrets can be
   * rotated. All processes of a server need the same ones. Default: a random one for each process.
   */
  readonly keys?: readonly (string | Uint8Array)[] | undefined;
  /** Milliseconds to wait for the client's answers. Default 3,600,000 (an hour). */
  readonly lifetime?: number | undefined;
  /** Maximum characters of a sealed state, which contains answers and values of `once`. A larger one is an error. Default 1 Mi. */
  readonly sizeLimit?: number | undefined;
  /**
   * Allows each state to be used only once: a request that is repeated with the same answers is rejected. A client whose response was lost
   * must start again. Default: states can be used until they expire.
   */
  readonly usedStates?: UsedStates | undefined;
  /**
   * `pass`: a state that this server has not sealed, or no longer accepts, is passed to the handler in `params.requestState`: for proxies
   * of servers with their own states. Default: such a request is rejected.
   */
  readonly foreign?: 'pass' | undefined;
}

type SecretKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** A key, with the bytes that identify it in states. */
interface SealingKey {
  readonly name: string;
  readonly key: SecretKey;
}

const MIN_KEY_LENGTH = 32;
const NAME_BYTES = 6;
const IV_BYTES = 12;
/** Characters of a key's name, and of an initialization vector, in base64url. */
const NAME_LENGTH = 8;
const IV_LENGTH = 16;

const utf8 = new TextEncoder();

/**
 * Seals states with authenticated encryption (AES-256-GCM), bound to their caller and request. A client can neither read nor change a
 * state, nor use it for another request.
 */
export class StateSealer {
  readonly #options: OptionValues<RequestStateOptions>;
  #keys: Promise<readonly SealingKey[]> | undefined;

  /**
   * @throws {TypeError} if `keys` is empty, a key is not a string or bytes or is too short, or `usedStates` lacks its method.
   * @throws {RangeError} if a number is out of range.
   */
  constructor(options: RequestStateOptions = {}) {
    checkOptions('the option requestState', options, REQUEST_STATE_OPTIONS);
    this.#options = withDefaults<RequestStateOptions>(options, REQUEST_STATE_OPTIONS);
  }

  /** Whether foreign states are passed to handlers. */
  get passesForeign(): boolean {
    return this.#options.foreign === 'pass';
  }

  /** The expiry of a state that is created now. */
  get expires(): number {
    return Date.now() + this.#options.lifetime;
  }

  /** @throws {RangeError} if the state exceeds the size limit. */
  async seal(state: RequestState, binding: Binding): Promise<string> {
    const [{ name, key }] = (await this.#load()) as readonly [SealingKey];
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const additionalData = utf8.encode(bindingText(binding));
    const plain = utf8.encode(JSON.stringify(state));
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, plain);
    const text = name + toBase64(iv) + toBase64(new Uint8Array(sealed));
    const { sizeLimit } = this.#options;
    if (text.length > sizeLimit) {
      throw new RangeError(
        `The sealed state of ${binding.method} has ${text.length} characters: at most ${sizeLimit} are allowed. ${adviceToRaise('requestState.sizeLimit')}`,
      );
    }
    return text;
  }

  /**
   * Opens a state. Returns undefined if it was changed, has expired, was already used and must not be reused, or belongs to another caller
   * or request.
   *
   * @param onRefused called with the reason, and the option that it depends on, if it returns undefined
   */
  async open(text: string, binding: Binding, onRefused?: (reason: string) => void): Promise<RequestState | undefined> {
    const opened = await this.#open(text, binding);
    if (typeof opened === 'object') return opened;
    onRefused?.(opened);
    return undefined;
  }

  /** Returns the reason if the state is refused. */
  async #open(text: string, binding: Binding): Promise<RequestState | string> {
    const { sizeLimit, usedStates } = this.#options;
    if (text.length > sizeLimit) return `it is larger than requestState.sizeLimit (${sizeLimit} characters)`;
    const known = (await this.#load()).find(({ name }) => text.startsWith(name));
    const iv = fromBase64(text.slice(NAME_LENGTH, NAME_LENGTH + IV_LENGTH));
    const sealed = fromBase64(text.slice(NAME_LENGTH + IV_LENGTH));
    if (known === undefined || iv?.length !== IV_BYTES || sealed === undefined) {
      return 'none of requestState.keys has sealed it: all processes need the same ones. Default: random ones';
    }
    const additionalData = utf8.encode(bindingText(binding));
    const plain = await crypto.subtle
      .decrypt({ name: 'AES-GCM', iv, additionalData }, known.key, sealed)
      .catch(() => undefined);
    if (plain === undefined) return 'it was changed, or belongs to another caller or request';
    const state = JSON.parse(new TextDecoder().decode(plain)) as RequestState;
    if (state.expires <= Date.now()) {
      return `it has expired: requestState.lifetime is ${this.#options.lifetime} ms`;
    }
    if (usedStates !== undefined && !(await usedStates.use(state.id, state.expires))) {
      return 'it was used before, and requestState.usedStates allows each state only once';
    }
    return state;
  }

  #load(): Promise<readonly SealingKey[]> {
    const { keys = [secretOfProcess()] } = this.#options;
    this.#keys ??= Promise.all(keys.map(sealingKey));
    return this.#keys;
  }
}

/** Created on first use: some platforms do not provide random numbers earlier. */
let ownSecret: Uint8Array | undefined;

/** Returns the secret of servers without keys. Handlers and connections in this process share it, so they can open each other's states. */
function secretOfProcess(): Uint8Array {
  return (ownSecret ??= crypto.getRandomValues(new Uint8Array(MIN_KEY_LENGTH)));
}

/** Derives a key and its name from a secret (RFC 5869, HKDF). */
async function sealingKey(secret: string | Uint8Array): Promise<SealingKey> {
  const bytes = typeof secret === 'string' ? utf8.encode(secret) : new Uint8Array(secret);
  const material = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveBits', 'deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array() };
  const forName = { ...derivation, info: utf8.encode('mcp-gen request state: name') };
  const forKey = { ...derivation, info: utf8.encode('mcp-gen request state: key') };
  const name = await crypto.subtle.deriveBits(forName, material, NAME_BYTES * 8);
  const algorithm = { name: 'AES-GCM', length: 256 };
  const key = await crypto.subtle.deriveKey(forKey, material, algorithm, false, ['encrypt', 'decrypt']);
  return { name: toBase64(new Uint8Array(name)), key };
}

/** Returns a short digest of a text, for comparison (SHA-256, 128 bits). */
export async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', utf8.encode(text));
  return toBase64(new Uint8Array(hash, 0, 16));
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  // In chunks, since each byte is an argument.
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Returns undefined if the text is not base64url. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
  } catch {
    return undefined;
  }
}

/** Keys that seal states: a list of strings or bytes. */
const KEYS: OptionKind = {
  expected: `an array of one or more keys: strings or bytes, each with at least ${MIN_KEY_LENGTH} characters or bytes`,
  default: undefined,
  accepts: (keys) => Array.isArray(keys) && keys.length > 0 && keys.every(isKey),
};

function isKey(key: unknown): boolean {
  return (typeof key === 'string' || key instanceof Uint8Array) && key.length >= MIN_KEY_LENGTH;
}

/** {@link RequestStateOptions}. */
export const REQUEST_STATE_OPTIONS: OptionTable<RequestStateOptions> = {
  keys: KEYS,
  lifetime: lifetime(3_600_000),
  sizeLimit: count(1_048_576),
  usedStates: methods('use'),
  foreign: oneOf('pass'),
};
