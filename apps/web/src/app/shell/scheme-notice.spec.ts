import { describe, expect, it } from 'vitest';
import { httpsAddress } from './scheme-notice';

describe('the address of a page by https', () => {
  it.each([
    ['https://app.test', 'http://app.test/login?next=%2Flinks', 'https://app.test/login?next=%2Flinks'],
    ['https://app.test', 'http://acme.app.test/links', 'https://acme.app.test/links'],
    ['https://app.test:8443', 'http://app.test:8080/', 'https://app.test:8443/'],
    ['https://app.test', 'http://10.0.0.7:3000/login', 'https://app.test/login'],
    ['http://app.test', 'http://app.test/login', null],
  ])('%s and %s', (publicUrl, href, expected) => {
    expect(httpsAddress(publicUrl, href)).toBe(expected);
  });
});
