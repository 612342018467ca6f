/** Declares which side sends the messages of the Skills extension. */

export type ClientRequest = ListSkillsRequest | GetSkillRequest | ReadResourceDirectoryRequest;
