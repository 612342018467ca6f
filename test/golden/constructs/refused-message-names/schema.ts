export interface PlainRequest {
  params: {};
}

export type ClientRequest = PlainRequest;
