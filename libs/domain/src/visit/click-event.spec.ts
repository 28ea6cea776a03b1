import { describe, expect, test } from 'vitest';
import {
  BOT_CLASSES,
  BROWSERS,
  COUNT_CLASSES,
  DEVICES,
  OPERATING_SYSTEMS,
  OUTCOMES,
  countClass,
} from './click-event.js';

test('the codes of stored words: appending is fine, anything else breaks stored data', () => {
  expect(OUTCOMES.slice(0, 10)).toEqual([
    'redirect_success',
    'bot_request',
    'disabled_block',
    'expired_block',
    'limit_block',
    'scheduled_block',
    'expired_redirect',
    'limit_redirect',
    'scheduled_redirect',
    'password_failed',
  ]);
  expect(DEVICES.slice(0, 4)).toEqual(['other', 'desktop', 'mobile', 'tablet']);
  expect(BROWSERS.slice(0, 7)).toEqual(['Other', 'Chrome', 'Safari', 'Firefox', 'Edge', 'Opera', 'Samsung Internet']);
  expect(OPERATING_SYSTEMS.slice(0, 7)).toEqual(['Other', 'iOS', 'Android', 'Windows', 'macOS', 'Linux', 'ChromeOS']);
  expect(BOT_CLASSES.slice(0, 8)).toEqual([
    'search',
    'preview',
    'ai',
    'monitor',
    'mail_scanner',
    'automation',
    'prefetch',
    'other',
  ]);
});

describe('countClass', () => {
  test.each([
    ['redirect_success', 'clicks'],
    ['disabled_block', 'blocked'],
    ['expired_block', 'blocked'],
    ['limit_block', 'blocked'],
    ['scheduled_block', 'blocked'],
    ['expired_redirect', 'fallbacks'],
    ['limit_redirect', 'fallbacks'],
    ['scheduled_redirect', 'fallbacks'],
    ['password_failed', 'passwordFailures'],
  ] as const)('%s of a person counts as %s', (outcome, expected) => {
    expect(countClass({ outcome, botClass: null })).toBe(expected);
  });

  test('whatever the outcome, a request of a bot is a bot request', () => {
    for (const outcome of OUTCOMES) {
      for (const botClass of BOT_CLASSES) expect(countClass({ outcome, botClass })).toBe('botRequests');
    }
  });

  test('every outcome belongs to one of the five', () => {
    for (const outcome of OUTCOMES) expect(COUNT_CLASSES).toContain(countClass({ outcome, botClass: null }));
  });
});
