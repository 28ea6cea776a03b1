import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import { failField } from '../platform/errors/index.js';

/** Guessable below this zxcvbn score (decisions 8). */
const MINIMUM_SCORE = 3;
/** The estimate's cost grows faster than the text; a strong beginning makes a strong whole. */
const JUDGED_LENGTH = 64;

let estimator: ZxcvbnFactory | null = null;

/**
 * Refuses a guessable password with 422 on `field`: one that holds the account's address, or that zxcvbn gives a score
 * below 3. Length is the DTO's to check.
 */
export function requireStrongPassword(password: string, email: string, field = 'password'): void {
  if (password.toLowerCase().includes(email)) failField(field, 'The password must not contain your address.');
  // Loaded on first use: the dictionaries are large, and a redirect process never needs them.
  estimator ??= new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
  const words = [email, ...email.split(/[^a-z0-9]+/), 'signpost'].filter((word) => word.length > 2);
  const { score } = estimator.check(password.slice(0, JUDGED_LENGTH), words);
  if (score < MINIMUM_SCORE) failField(field, 'This password is easy to guess. Use a few unrelated words.');
}
