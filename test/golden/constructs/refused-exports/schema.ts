export interface Tool {
  name: string;
}

export type isTool = string;

export interface GoRequest {
  method: 'go';
  params: { tool: Tool };
}

export interface GoResult {}

export type ClientRequest = GoRequest;
