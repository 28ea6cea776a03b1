/** What is stored of a recipient that was refused, before the server's code. */
export const REFUSED = 'RCPT TO';

/** What became of an attempt. */
export interface MailFailure {
  readonly code: string;
  readonly isFinal: boolean;
  /** Those of the mail server, without addresses. */
  readonly words: string | null;
}

/**
 * What went wrong as a code. A recipient or a whole message that the server refuses for good is not tried again: the next
 * attempt would be the same. A refused sender is: that is our configuration, and all mails wait until it is right.
 */
export function describeFailure(error: unknown): MailFailure {
  const { code, responseCode, command, response } = (error ?? {}) as {
    code?: unknown;
    responseCode?: unknown;
    command?: unknown;
    response?: unknown;
  };
  const words = typeof response === 'string' ? withoutAddresses(response) : null;
  const name = typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown';
  if (typeof responseCode !== 'number') return { code: name, isFinal: false, words };
  if (responseCode >= 500 && code === 'EENVELOPE' && command === 'RCPT TO')
    return { code: `${REFUSED} ${responseCode}`, isFinal: true, words };
  // After the message itself. It says something about what we send, so it counts against us.
  if (responseCode >= 500 && code === 'EMESSAGE') return { code: `DATA ${responseCode}`, isFinal: true, words };
  return { code: `${name} ${responseCode}`, isFinal: false, words };
}

/** One line for the log, which holds no personal data. */
function withoutAddresses(response: string): string {
  return response
    .replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 300);
}
