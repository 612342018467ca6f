/**
 * Emits extensions/<name>.ts: the messages of one extension, without those of the revision, as an extension object of the sdk needs them.
 */

import type { RevisionPlan } from '../../analyze/plan.js';
import type { Protocol } from '../../model/protocol.js';
import { Code, code } from '../../print/code.js';
import { moduleFile, type GeneratedFile } from '../file.js';
import { tablesOf } from './dispatch.js';

export function emitExtensions(plan: RevisionPlan): readonly GeneratedFile[] {
  const { protocol } = plan;
  const ids = [...new Set(messagesOf(protocol).flatMap(({ extension }) => extension ?? []))];
  return ids.map((id) => {
    const name = fileName(id, ids);
    const about = `The messages of the extension ${id} in revision ${protocol.revision}, with their senders, params, and results.`;
    const identifier = code`/** The identifier, by which both sides declare the extension. */
      export const id = ${id};`;
    const body = [identifier, ...tablesOf(ownPart(protocol, id), plan.sendChecks)];
    return moduleFile(protocol, { path: `${protocol.revision}/extensions/${name}.ts`, about }, body.map(fromBelow));
  });
}

function messagesOf({
  requests,
  embedded,
  notifications,
}: Protocol): readonly { readonly extension?: string | undefined }[] {
  return [...requests, ...embedded, ...notifications];
}

/** Returns the part of a revision that an extension adds. Whether a question has an envelope of its own depends on the era. */
function ownPart(protocol: Protocol, id: string): Protocol {
  const { requests, embedded, notifications } = protocol;
  const isOwn = ({ extension }: { readonly extension?: string | undefined }): boolean => extension === id;
  return {
    ...protocol,
    requests: [...requests, ...embedded].filter(isOwn),
    embedded: [],
    notifications: notifications.filter(isOwn),
  };
}

/** Returns the name after the prefix, unless another extension has it, too. */
function fileName(id: string, all: readonly string[]): string {
  const short = nameIn(id);
  return all.filter((other) => nameIn(other) === short).length > 1 ? id.replace('/', '.') : short;
}

function nameIn(id: string): string {
  return id.slice(id.indexOf('/') + 1);
}

/** Returns code that imports from the folder above. */
function fromBelow({ text, imports }: Code): Code {
  return new Code(
    text,
    imports.map((each) => (each.from.startsWith('./') ? { ...each, from: `.${each.from}` } : each)),
  );
}
