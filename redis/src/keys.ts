import { createHash } from 'node:crypto';

/** A name that can be part of a key unchanged. */
const PLAIN = /^[\w.-]{1,128}$/;

/**
 * The names of all keys and channels. Related keys have the same part in braces, because in cluster mode all keys of a script or
 * transaction must be in one slot.
 */
export class Keys {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** A hash: the node, the number of its claim, the record, and the bytes of the events. */
  session(id: string): string {
    return `${this.#prefix}{s:${plain(id)}}:session`;
  }

  /** A stream: the events of all streams of a session. */
  events(id: string): string {
    return `${this.#prefix}{s:${plain(id)}}:events`;
  }

  /** Exists as long as a node is alive. */
  node(id: string): string {
    return `${this.#prefix}{n:${plain(id)}}`;
  }

  /** A state that was used. */
  usedState(id: string): string {
    return `${this.#prefix}{u:${plain(id)}}`;
  }

  /**
   * The beginning of the keys that count what callers share: what is stored of one kind. They do not expire: what has expired is no longer
   * counted as soon as a process is running.
   */
  shares(kind: 'events' | 'sessions' | 'tasks'): string {
    return `${this.#prefix}{shares:${kind}}`;
  }

  /** The bucket of a caller. */
  bucket(limit: string, caller: string): string {
    return `${this.#prefix}{r:${plain(limit)}:${plain(caller)}}`;
  }

  /** The record of a task. */
  task(id: string): string {
    return `${this.#prefix}{t:${plain(id)}}`;
  }

  /** A sorted set: the tasks that have not ended, by when they expire. */
  get unfinishedTasks(): string {
    return `${this.#prefix}{tasks}:unfinished`;
  }

  /** The number of the latest change. */
  get changeNumber(): string {
    return `${this.#prefix}{changes}:number`;
  }

  /** A stream: the latest changes. */
  get changeLog(): string {
    return `${this.#prefix}{changes}:log`;
  }

  /** The secret that encrypts request states. */
  get stateKey(): string {
    return `${this.#prefix}{keys}`;
  }

  /** The channel of all changes. */
  get changeChannel(): string {
    return `${this.#prefix}changes`;
  }

  /** The channel of messages about tasks. */
  get taskChannel(): string {
    return `${this.#prefix}tasks`;
  }

  /** The channel of the messages for a node. */
  nodeChannel(id: string): string {
    return `${this.#prefix}node:${plain(id)}`;
  }
}

/** Returns a name unchanged, or a digest of one that is long. */
export function shortened(name: string): string {
  return name.length <= 200 ? name : digest(name);
}

/** Two names never result in the same key: a digest begins with a character that plain names do not contain. */
function plain(name: string): string {
  return PLAIN.test(name) ? name : digest(name);
}

function digest(name: string): string {
  return `~${createHash('sha256').update(name, 'utf16le').digest('base64url')}`;
}
