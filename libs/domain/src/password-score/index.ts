import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

/** The cost of an estimate grows faster than the text; a strong beginning makes a strong whole. */
const JUDGED_LENGTH = 64;

let estimator: ZxcvbnFactory | null = null;

/**
 * How hard a password is to guess: zxcvbn's 0–4, where the account's address, its parts and the product's name count as
 * known words. An entry of its own, because the dictionaries are large: load it only where a new password is judged.
 */
export function passwordScore(password: string, email: string): number {
  estimator ??= new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
  const address = email.trim().toLowerCase();
  const words = [address, ...address.split(/[^a-z0-9]+/), 'signpost'].filter((word) => word.length > 2);
  return estimator.check(password.slice(0, JUDGED_LENGTH), words).score;
}
