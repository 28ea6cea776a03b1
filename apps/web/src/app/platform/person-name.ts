/** A person in a text: the name that they gave themselves, with the address that tells two of one name apart. */
export function personName({ displayName, email }: { displayName: string | null; email: string }): string {
  return displayName ? `${displayName} (${email})` : email;
}
