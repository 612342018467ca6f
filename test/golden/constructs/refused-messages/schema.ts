export interface GoRequest {
  method: 'go';
  params: string;
}

export interface WalkRequest {
  method: 'go';
  params: {};
}

export interface RestRequest {
  method: 'rest';
  params: {};
}

export type ClientRequest = GoRequest | WalkRequest | { method: 'run' };
