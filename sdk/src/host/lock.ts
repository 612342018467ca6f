import { canonicalJson } from '@mcp-gen/runtime';
import { builtin } from '../builtin.js';
import type { Prompt, Tool } from '@mcp-gen/protocol/author';
import type { ListedTool } from '../client/listedTool.js';

/** The contract of a tool: the parts that models and programs depend on. */
export interface ToolContract {
  /** The name of the tool. */
  readonly name: string;
  /** Its display name. */
  readonly title?: string;
  /** Its description for the model. */
  readonly description?: string;
  /** The server's claims about it. */
  readonly annotations?: Tool['annotations'];
  /** The JSON Schema of its arguments. */
  readonly inputSchema: object;
  /** The JSON Schema of its structured content. */
  readonly outputSchema?: object;
}

/** The contract of a prompt. */
export interface PromptContract {
  /** The name of the prompt. */
  readonly name: string;
  /** Its display name. */
  readonly title?: string;
  /** Its description. */
  readonly description?: string;
  /** Its arguments. */
  readonly arguments?: Prompt['arguments'];
}

/** The contract of a resource or a resource template. */
export interface ResourceContract {
  /** The URI of the resource, or the URI template. */
  readonly uri: string;
  /** Its name on the server. */
  readonly name: string;
  /** Its display name. */
  readonly title?: string;
  /** Its description. */
  readonly description?: string;
  /** Its MIME type. */
  readonly mimeType?: string;
}

/** The contract of a server, as plain data. Each array is sorted by name or URI. */
export interface ServerContract {
  /** The server, as it introduced itself. */
  readonly server: {
    /** Its name. */
    readonly name: string;
    /** Its version. */
    readonly version: string;
  };
  /** The server's own instructions. */
  readonly instructions?: string;
  /** Its tools. */
  readonly tools: readonly ToolContract[];
  /** Its prompts. */
  readonly prompts: readonly PromptContract[];
  /** Its resources that have a fixed URI. */
  readonly resources: readonly ResourceContract[];
  /** Its resource templates. */
  readonly templates: readonly ResourceContract[];
}

/** The reviewed contract of a server. */
export interface LockedServer extends Omit<ServerContract, ListOfContract> {
  /** `sha256-` and the SHA-256 of `server` and `instructions` as canonical JSON, in hexadecimal. */
  readonly digest: string;
  /** Its tools. */
  readonly tools: readonly Locked<ToolContract>[];
  /** Its prompts. */
  readonly prompts: readonly Locked<PromptContract>[];
  /** Its resources that have a fixed URI. */
  readonly resources: readonly Locked<ResourceContract>[];
  /** Its resource templates. */
  readonly templates: readonly Locked<ResourceContract>[];
}

type ListOfContract = 'tools' | 'prompts' | 'resources' | 'templates';

/** The content of `mcp.lock.json`: the reviewed contracts. */
export interface LockFile {
  /** The version of the format. */
  readonly lockVersion: 1;
  /** The servers, by their names in this project. */
  readonly servers: { readonly [server: string]: LockedServer };
}

/** How something that a model reads differs from what was reviewed: it has changed, or it is not in the lock file. */
export type Drift = 'changed' | 'unreviewed';

/** A reviewed contract and its digest. */
export type Locked<Contract> = Contract & {
  /** `sha256-` and the SHA-256 of the rest as canonical JSON, in hexadecimal. */
  readonly digest: string;
};

/**
 * Returns the contract of a tool, without parts that may change without review: icons, metadata, and execution. Annotations are included
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

/** Returns the contract of a prompt, without icons and metadata. */
export function promptContractOf({ name, title, description, arguments: given }: PromptContract): PromptContract {
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(given !== undefined && { arguments: given }),
  };
}

/** Returns the digest of a contract: `sha256-` and the SHA-256 of its canonical JSON, with sorted keys. */
export function contractDigest(contract: object): string {
  return `sha256-${builtin('node:crypto').createHash('sha256').update(canonicalJson(contract)).digest('hex')}`;
}
