export class Copies {
  readonly folder: string;
  readonly pristine: string;
  constructor(root: string);
  fill(): void;
  add(name: string): Copy;
  remove(): void;
}

export class Copy {
  readonly folder: string;
  readonly root: string;
  readonly temporary: string;
  restore(): void;
}
