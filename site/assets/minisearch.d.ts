/** What the site uses of MiniSearch: it is installed with the site alone, and the types of the project are checked without it. */
declare module 'minisearch' {
  export default class MiniSearch {
    static loadJSON(json: string, options: object): MiniSearch;
    search(query: string, options?: object): readonly object[];
  }
}
