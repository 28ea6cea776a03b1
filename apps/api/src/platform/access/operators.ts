import type { Config } from '../config/index.js';

/**
 * Whether an account operates the instance: its address is verified and among the configured ones. Nobody does while no jobs
 * secret is configured (HTTP specification 4.11).
 */
export function isOperator(
  { jobsSecret, operatorEmails }: Config,
  { email, verified }: { readonly email: string; readonly verified: boolean },
): boolean {
  return jobsSecret !== null && verified && operatorEmails.includes(email);
}
