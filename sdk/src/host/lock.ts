import { createHash } from 'node:crypto';
import type { Prompt, Tool } from '@mcp-gen/protocol/author';
import type { ListedTool } from '../client/listedTool.js';

/** The contract of a tool: what of it models and programs go by. */
export interface ToolContract {
  /** The name of the tool. */
  readonly name: string;
  /** Its name for people. */
  readonly title?: string;
  /** What the model is told of it. */
  readonly description?: string;
  /** What the server claims of it. */
  readonly annotations?: Tool['annotations'];
  /** The arguments it takes, as a JSON Schema. */
  readonly inputSchema: object;
  /** The structured content it returns, as a JSON Schema. */
  readonly outputSchema?: object;
}

/** The contract of a prompt. */
export interface PromptContract {
  /** The name of the prompt. */
  readonly name: string;
  /** Its name for people. */
  readonly title?: string;
  /** What it is for. */
  readonly description?: string;
  /** What it is filled in with. */
  readonly arguments?: Prompt['arguments'];
}

/** The contract of a resource, or of resources whose URIs a template makes. */
export interface ResourceContract {
  /** The URI of the resource, or the URI template. */
  readonly uri: string;
  /** What the server calls it. */
  readonly name: string;
  /** Its name for people. */
  readonly title?: string;
  /** What it holds. */
  readonly description?: string;
  /** Its media type. */
  readonly mimeType?: string;
}

/** What a server offers, as plain data. Each list is in the order of its names or URIs. */
export interface ServerContract {
  /** The server by its own account. */
  readonly server: {
    /** Its name. */
    readonly name: string;
    /** Its version. */
    readonly version: string;
  };
  /** How to use the server, in its own words. */
  readonly instructions?: string;
  /** Its tools. */
  readonly tools: readonly ToolContract[];
  /** Its prompts. */
  readonly prompts: readonly PromptContract[];
  /** Its resources that have a fixed URI. */
  readonly resources: readonly ResourceContract[];
  /** Its resources whose URIs have variables in them. */
  readonly templates: readonly ResourceContract[];
}

/** A server, as it was reviewed. */
export interface LockedServer extends Omit<ServerContract, ListOfContract> {
  /** `sha256-` and the SHA-256 of `server` and `instructions` as canonical JSON, in hexadecimal. */
  readonly digest: string;
  /** Its tools. */
  readonly tools: readonly Locked<ToolContract>[];
  /** Its prompts. */
  readonly prompts: readonly Locked<PromptContract>[];
  /** Its resources that have a fixed URI. */
  readonly resources: readonly Locked<ResourceContract>[];
  /** Its resources whose URIs have variables in them. */
  readonly templates: readonly Locked<ResourceContract>[];
}

type ListOfContract = 'tools' | 'prompts' | 'resources' | 'templates';

/** What `mcp.lock.json` holds: the contracts that somebody has reviewed. */
export interface LockFile {
  /** The version of the format. */
  readonly lockVersion: 1;
  /** The servers, by the names that this project has for them. */
  readonly servers: { readonly [server: string]: LockedServer };
}

/** What was reviewed, and its digest. */
export type Locked<Contract> = Contract & {
  /** `sha256-` and the SHA-256 of the rest as canonical JSON, in hexadecimal. */
  readonly digest: string;
};

/**
 * Returns the contract of a tool, without what may change unnoticed: icons, metadata, and how it is executed. What a server claims counts
 * whether or not the server is trusted.
 */
export function contractOf(tool: ListedTool): ToolContract {
  const { name, title, description, annotations = tool.untrustedAnnotations, inputSchema, outputSchema } = tool;
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(annotations !== undefined && { annotations }),
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
  };
}

/** Returns the digest of a contract: `sha256-` and the SHA-256 of its canonical JSON, whose keys are sorted. */
export function contractDigest(contract: object): string {
  return `sha256-${createHash('sha256').update(canonicalJson(contract)).digest('hex')}`;
}

/** JSON whose keys are sorted, so that equal values have equal texts. Properties that are undefined are left out. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join()}}`;
}
