/** One choice of a select, combobox or row of segments. */
export interface SelectOption {
  readonly value: string;
  readonly label: string;
  /** Language of the label where it is not that of the page; told by segments. */
  readonly lang?: string;
}
