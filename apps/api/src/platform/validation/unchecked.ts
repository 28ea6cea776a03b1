/** Compile-time check: contract fields that a DTO lacks become required properties of type `never`. */
export type Unchecked<Contract, Dto> = Record<Exclude<keyof Contract, keyof Dto>, never>;
