import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

/**
 * Limits that bound the cost of a check that unauthenticated clients can request. The cost grows faster than linearly
 * with the length, and a strong beginning already makes the password strong. `READINGS_MAX` bounds the combinations of
 * digits and signs read as letters: with 64 characters and the library's default of 100, a text of such characters
 * takes half a second; with these limits about a fiftieth of that.
 */
const CHECKED_LENGTH = 40;
const READINGS_MAX = 5;

let estimator: ZxcvbnFactory | null = null;

/**
 * Estimates how hard a password is to guess: zxcvbn's 0–4, with the account's address, its parts and the product's name
 * as known words. A separate entry point because the dictionaries are large: load it only where a new password is
 * checked.
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
