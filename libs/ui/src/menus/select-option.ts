/** One choice of a select, combobox or row of segments. */
export interface SelectOption {
  readonly value: string;
  readonly label: string;
  /** Language of the label where it differs from the page's; used by `sp-segmented` only. */
  readonly lang?: string;
}
