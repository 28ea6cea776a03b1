/** Why a destination is broken: it fails for every client. */
export type BrokenReason = 'not_found' | 'gone' | 'name_gone' | 'tls_invalid' | 'connection_refused' | 'redirect_loop';

/** Why a check is inconclusive: access is blocked, a temporary error, or the destination refuses automated requests. */
export type UnknownReason =
  | 'wall'
  | 'server_error'
  | 'timeout'
  | 'dns_failure'
  | 'connection_failed'
  | 'too_many_redirects'
  | 'private_address'
  | 'robots'
  | 'unexpected_answer';

/** Result of one check. */
export type LookVerdict =
  | { readonly state: 'ok'; readonly reason: null }
  | { readonly state: 'broken'; readonly reason: BrokenReason }
  | { readonly state: 'unknown'; readonly reason: UnknownReason };

/** The destination answers. */
export const OK: LookVerdict = Object.freeze({ state: 'ok', reason: null });
/** The destination does not work for anybody. */
export const broken = (reason: BrokenReason): LookVerdict => ({ state: 'broken', reason });
/** The check could not tell whether a person reaches the destination. */
export const unknown = (reason: UnknownReason): LookVerdict => ({ state: 'unknown', reason });

/** Statuses with which sites block automated clients or ask them to retry later. */
const WALLS: ReadonlySet<number> = new Set([401, 403, 405, 407, 429, 451]);

/**
 * Verdict by the status of the final response. A block never counts as broken, because a person may still have access.
 */
export function verdictOfStatus(status: number): LookVerdict {
  if (status >= 200 && status < 300) return OK;
  if (status === 404) return broken('not_found');
  if (status === 410) return broken('gone');
  if (WALLS.has(status)) return unknown('wall');
  return status >= 500 ? unknown('server_error') : unknown('unexpected_answer');
}

/** Verdict by the error code of Node or OpenSSL for a failed connection. */
export function verdictOfFailure(error: unknown): LookVerdict {
  const code = codeOf(error);
  if (code === 'ENOTFOUND') return broken('name_gone');
  if (code === 'EAI_AGAIN' || code === 'ESERVFAIL') return unknown('dns_failure');
  if (code === 'ECONNREFUSED') return broken('connection_refused');
  if (code === PRIVATE_ADDRESS) return unknown('private_address');
  if (TLS_CODES.test(code)) return broken('tls_invalid');
  return /TIMEOUT|TIMEDOUT|ABORT/.test(code) ? unknown('timeout') : unknown('connection_failed');
}

/** Error code for names that only resolve to non-public addresses. */
export const PRIVATE_ADDRESS = 'SIGNPOST_PRIVATE_ADDRESS';

const TLS_CODES =
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|HOSTNAME_MISMATCH|EPROTO$)/;

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'ABORT';
  const { code } = error as NodeJS.ErrnoException;
  return code ?? codeOf(error.cause);
}
