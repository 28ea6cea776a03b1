/** Prefix of the stored error for a rejected recipient, before the server's code. */
export const REFUSED = 'RCPT TO';

/** Result of a failed attempt. */
export interface MailFailure {
  readonly code: string;
  readonly isFinal: boolean;
  /** Response text of the mail server, without addresses. */
  readonly words: string | null;
}

/**
 * Classifies an error. A recipient or message that the server rejects permanently is not retried. A rejected sender is
 * retried: it is caused by our configuration, and all mails wait until it is fixed.
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
  // Rejected after the message content. The cause is in what we send, so it counts as a failure of the mail signal.
  if (responseCode >= 500 && code === 'EMESSAGE') return { code: `DATA ${responseCode}`, isFinal: true, words };
  return { code: `${name} ${responseCode}`, isFinal: false, words };
}

/** One line for the log, without personal data. */
function withoutAddresses(response: string): string {
  return response
    .replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 300);
}
