/** A user as text: the display name, with the email address to tell users of the same name apart. */
export function personName({ displayName, email }: { displayName: string | null; email: string }): string {
  return displayName ? `${displayName} (${email})` : email;
}
