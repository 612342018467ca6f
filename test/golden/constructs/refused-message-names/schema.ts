export interface ConstructorRequest {
  method: 'constructor';
  params: {};
}

export interface ConstructorResult {}

export interface PlainRequest {
  params: {};
}

export type ClientRequest = ConstructorRequest | PlainRequest;
