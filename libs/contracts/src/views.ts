/** A saved view: a filtered link list with a name. */
export interface SavedView {
  id: string;
  /** Name. */
  name: string;
  /** Query string of the list, without `?`; empty for all links. */
  query: string;
  /** Whether every member sees it. */
  shared: boolean;
  /** Owner of the view. */
  owner: { id: string; email: string };
}

/** The caller's own views and the shared ones, by name. */
export interface SavedViewList {
  items: SavedView[];
}

export interface SavedViewInput {
  /** Name. */
  name: string;
  /** Query string of the list, without `?`; empty for all links. */
  query: string;
  /** Whether every member sees it. */
  shared?: boolean;
}

/**
 * Every field is optional, one at least is needed.
 * @minProperties 1
 */
export interface UpdateSavedViewInput {
  /** Name. */
  name?: string;
  /** Query string of the list, without `?`; empty for all links. */
  query?: string;
  /** Whether every member sees it. */
  shared?: boolean;
}
