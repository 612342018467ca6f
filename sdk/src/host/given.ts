/** How a caller of a host names a resource, a prompt or a template. */

/** A resource of one server. */
export interface ServerResource {
  /** The server, by its name in the host's configuration. */
  readonly server: string;
  /** The URI, as the server knows it. */
  readonly uri: string;
}

/** A prompt whose argument is completed. */
export interface PromptTarget {
  /** Its name in the host's list. */
  readonly prompt: string;
}

/** A template whose variable is completed. */
export interface TemplateTarget {
  /** Its name in the host's list. */
  readonly template: string;
}

/** Whose argument is completed: a prompt or a template, by its name in the host's list. */
export type CompletionTarget = PromptTarget | TemplateTarget;

/** A resource: its name in the host's list, or the server and the URI, as they stand in the list or a result. */
export type ResourceTarget = string | ServerResource;
