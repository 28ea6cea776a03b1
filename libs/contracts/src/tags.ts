export interface Tag {
  id: string;
  name: string;
  /** Links that carry it, deleted ones left out. */
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
  /** When another tag has the name, its links are joined with this tag's; without it that is a refusal. */
  merge?: boolean;
}
