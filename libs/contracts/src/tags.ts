export interface Tag {
  id: string;
  name: string;
  /** Number of links with this tag, without deleted ones. */
  linkCount: number;
  createdAt: string;
}

export interface TagList {
  items: Tag[];
}

export interface TagInput {
  /** Name of the tag: no comma, no bar. */
  name: string;
}

export interface RenameTagInput {
  /** Name of the tag: no comma, no bar. */
  name: string;
  /** If another tag has this name, merges the two tags; otherwise that is an error. */
  merge?: boolean;
}
