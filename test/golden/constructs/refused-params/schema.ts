export interface GoRequest {
  method: 'go';
  params: { name: string };
}

export interface GoRequestParams {}

export interface GoResult {}

export type RunRequest = { method: 'run'; params: {} } | { method: 'walk'; params: {} };

export type ClientRequest = GoRequest;
