/** One choice of a select, combobox or row of segments. */
export interface SelectOption {
  readonly value: string;
  readonly label: string;
}
