export interface Part {
  toString: string;
}

export interface Promise {}

export type RequestId = string;

export interface ConstructorRequest {
  method: 'constructor';
  params: {};
}

export interface ConstructorResult {}

export type ClientRequest = ConstructorRequest;
