/** Compares where the calls of a project go, and with which credentials, before and after an update. */

import { SERVER_FILE, CREDENTIALS_FILE } from './emit/ownedFiles.js';
import { placeOf, type Credential } from './credentials.js';
import type { LockedApi } from './lock.js';

/** A change of where calls go, or of a credential. */
export interface DestinationChange {
  /** A sentence. */
  readonly message: string;
  /** Whether requests go to another origin, or a credential is sent in another place: the owner has to agree. */
  readonly isMoved: boolean;
  /** The file of the project that has it. */
  readonly file: string;
  /** The variable of the environment. */
  readonly variable: string;
}

/** Returns the changes. `prefix` is the start of the names of variables. */
export function compareDestinations(was: LockedApi, is: LockedApi, prefix: string): readonly DestinationChange[] {
  return [
    ...compareUrls(was.baseUrl, is.baseUrl, `${prefix}_URL`),
    ...compareCredentials(was.credentials, is.credentials).map((change) => ({ ...change, file: CREDENTIALS_FILE })),
  ];
}

function compareUrls(was: string | undefined, is: string | undefined, variable: string): readonly DestinationChange[] {
  if (was === is) return [];
  const change = { file: SERVER_FILE, variable };
  if (is === undefined) {
    const message = `The document no longer states the URL of the API: ${variable} is required.`;
    return [{ ...change, message, isMoved: false }];
  }
  const message = `The URL of the API is ${is}, before ${was ?? `only that of ${variable}`}.`;
  return [{ ...change, message, isMoved: was === undefined || new URL(was).origin !== new URL(is).origin }];
}

function compareCredentials(
  was: readonly Credential[],
  is: readonly Credential[],
): readonly Omit<DestinationChange, 'file'>[] {
  const sameVariable = (all: readonly Credential[], { variable }: Credential): Credential | undefined =>
    all.find((each) => each.variable === variable);
  const gone = was.filter((credential) => sameVariable(is, credential) === undefined);
  const renamed = new Set<Credential>();
  const changes = is.flatMap((credential) => {
    const { variable, header } = credential;
    const before = sameVariable(was, credential);
    if (before !== undefined) {
      const message = `${variable} is sent as ${sent(credential)}, before as ${sent(before)}.`;
      return isSamePlace(before, credential) ? [] : [{ variable, message, isMoved: true }];
    }
    const former = gone.find((each) => isSamePlace(each, credential));
    if (former === undefined) {
      return [
        { variable, message: `${variable} is a new variable, which is sent as ${sent(credential)}.`, isMoved: false },
      ];
    }
    renamed.add(former);
    const message = `${variable} replaces the variable ${former.variable}, and ${header} the header ${former.header} of callers.`;
    return [{ variable: former.variable, message, isMoved: false }];
  });
  const unused = gone.filter((credential) => !renamed.has(credential));
  return [
    ...changes,
    ...unused.map(({ variable }) => ({ variable, message: `${variable} is no longer used.`, isMoved: false })),
  ];
}

function isSamePlace(one: Credential, other: Credential): boolean {
  return placeOf(one.kind, one.name) === placeOf(other.kind, other.name);
}

function sent({ kind, name }: Credential): string {
  return `${kind} ${name}`;
}
