import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

/**
 * What strangers may ask for has to cost little. The cost of an estimate grows faster than the text, and a strong
 * beginning makes a strong whole; digits and signs that stand for letters are read in so many ways at most. With 64
 * characters and the library's hundred ways a text of nothing else takes half a second, so a fiftieth.
 */
const CHECKED_LENGTH = 40;
const READINGS_MAX = 5;

let estimator: ZxcvbnFactory | null = null;

/**
 * How hard a password is to guess: zxcvbn's 0–4, where the account's address, its parts and the product's name count as
 * known words. An entry of its own, because the dictionaries are large: load it only where a new password is checked.
 */
export function passwordScore(password: string, email: string): number {
  estimator ??= new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: READINGS_MAX,
  });
  const address = email.trim().toLowerCase();
  const words = [address, ...address.split(/[^a-z0-9]+/), 'signpost'].filter((word) => word.length > 2);
  return estimator.check(password.slice(0, CHECKED_LENGTH), words).score;
}
