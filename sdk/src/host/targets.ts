/** References to a resource, a prompt, or a template, as callers of a host pass them. */

/** A resource of one server. */
export interface ServerResource {
  /** The server, by its name in the host's configuration. */
  readonly server: string;
  /** The URI on the server. */
  readonly uri: string;
}

/** A prompt whose argument is completed. */
export interface PromptTarget {
  /** Its name in the host's list. */
  readonly prompt: string;
}

/** A template whose variable is completed. */
export interface ResourceTemplateTarget {
  /** Its name in the host's list. */
  readonly template: string;
}

/** The prompt or template whose argument is completed, by its name in the host's list. */
export type CompletionTarget = PromptTarget | ResourceTemplateTarget;

/** A resource: its name in the host's list, or the server and the URI. */
export type ResourceTarget = string | ServerResource;
