export interface Text {
  type: 'text';
  text: string;
}

export interface Picture {
  type: 'picture';
  data: string;
}

export interface Page {
  parts: (Text | Picture)[];
  words: string[];
  grid: number[][];
  marks?: ('bold' | 'italic')[];
}

export type Book = (Page | Text)[];
