import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

/** The cost of an estimate grows faster than the text; a strong beginning makes a strong whole. */
const JUDGED_LENGTH = 64;

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
});

/**
 * How hard a password is to guess: zxcvbn's 0–4, by the same words and the same beginning that the server judges. The
 * dictionaries are large: load this module only where a new password is typed.
 */
export function scoreOf(password: string, email: string): number {
  const address = email.trim().toLowerCase();
  const words = [address, ...address.split(/[^a-z0-9]+/), 'signpost'].filter((word) => word.length > 2);
  return estimator.check(password.slice(0, JUDGED_LENGTH), words).score;
}
