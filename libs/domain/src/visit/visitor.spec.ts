import { describe, expect, test } from 'vitest';
import { classifyVisitor, describeUserAgent, rememberUserAgents } from './visitor.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const SAFARI_IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

describe('people: device, browser, system, targeting key', () => {
  test.each<(string | null)[]>([
    ['Chrome on Windows', CHROME, 'desktop', 'Chrome', 'Windows', 'windows'],
    ['Edge on Windows', `${CHROME} Edg/141.0.0.0`, 'desktop', 'Edge', 'Windows', 'windows'],
    ['Opera on Windows', `${CHROME} OPR/115.0.0.0`, 'desktop', 'Opera', 'Windows', 'windows'],
    ['Vivaldi', `${CHROME} Vivaldi/7.0`, 'desktop', 'Other', 'Windows', 'windows'],
    [
      'Internet Explorer',
      'Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko',
      'desktop',
      'Other',
      'Windows',
      'windows',
    ],
    [
      'Firefox on Windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
      'desktop',
      'Firefox',
      'Windows',
      'windows',
    ],
    [
      'Firefox on Linux',
      'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
      'desktop',
      'Firefox',
      'Linux',
      'linux',
    ],
    [
      'Safari on macOS',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      'desktop',
      'Safari',
      'macOS',
      'macos',
    ],
    [
      'Chrome on ChromeOS',
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      'desktop',
      'Chrome',
      'ChromeOS',
      'desktop',
    ],
    ['Safari on an iPhone', SAFARI_IPHONE, 'mobile', 'Safari', 'iOS', 'ios'],
    [
      'Chrome on an iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.0.0 Mobile/15E148 Safari/604.1',
      'mobile',
      'Chrome',
      'iOS',
      'ios',
    ],
    [
      'Firefox on an iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/132.0 Mobile/15E148 Safari/605.1.15',
      'mobile',
      'Firefox',
      'iOS',
      'ios',
    ],
    [
      'Edge on an iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 EdgiOS/131.0 Mobile/15E148 Safari/604.1',
      'mobile',
      'Edge',
      'iOS',
      'ios',
    ],
    [
      'Safari on an iPad',
      'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
      'tablet',
      'Safari',
      'iOS',
      'ios',
    ],
    [
      'Instagram on an iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 356.0.0.30.99',
      'mobile',
      'Other',
      'iOS',
      'ios',
    ],
    [
      'Chrome on an Android phone',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
      'mobile',
      'Chrome',
      'Android',
      'android',
    ],
    [
      'Chrome on an Android tablet',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      'tablet',
      'Chrome',
      'Android',
      'android',
    ],
    [
      'Samsung Internet',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
      'mobile',
      'Samsung Internet',
      'Android',
      'android',
    ],
    [
      'Firefox on an Android phone',
      'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0',
      'mobile',
      'Firefox',
      'Android',
      'android',
    ],
    [
      'Firefox on an Android tablet',
      'Mozilla/5.0 (Android 14; Tablet; rv:132.0) Gecko/132.0 Firefox/132.0',
      'tablet',
      'Firefox',
      'Android',
      'android',
    ],
    [
      'the browser of an old Android',
      'Mozilla/5.0 (Linux; U; Android 4.0.3; de-de) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
      'mobile',
      'Other',
      'Android',
      'android',
    ],
    [
      'Firefox on FreeBSD',
      'Mozilla/5.0 (X11; FreeBSD amd64; rv:132.0) Gecko/20100101 Firefox/132.0',
      'desktop',
      'Firefox',
      'Other',
      null,
    ],
    ['a system that nobody knows', 'Mozilla/5.0 (Fuchsia) Something/1.0', 'other', 'Other', 'Other', null],
    ['LINE in-app browser', `${SAFARI_IPHONE} Line/13.0.0`, 'mobile', 'Safari', 'iOS', 'ios'],
    [
      'Pinterest in-app browser',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [Pinterest/iOS]',
      'mobile',
      'Other',
      'iOS',
      'ios',
    ],
    [
      'a television',
      'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.5) AppleWebKit/537.36 (KHTML, like Gecko) 85.0.4183.93/6.5 TV Safari/537.36',
      'other',
      'Other',
      'Other',
      null,
    ],
    [
      'Daum in-app browser',
      'Mozilla/5.0 (Linux; Android 14; SM-S911N) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 DaumApps/6.5',
      'mobile',
      'Chrome',
      'Android',
      'android',
    ],
    [
      'Chrome on an iPad that asks as a Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/139 Version/11.1.1 Safari/605.1.15',
      'tablet',
      'Chrome',
      'iOS',
      'ios',
    ],
    [
      'an app on an iPad that asks as a Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
      'tablet',
      'Other',
      'iOS',
      'ios',
    ],
    ...['inoiPad', 'HiPad Pro', 'NaviPad TM', 'TechniPhone 7', 'BTPC-10 DTV'].map((model) => [
      `a tablet called ${model}`,
      `Mozilla/5.0 (Linux; Android 12; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36`,
      'tablet',
      'Chrome',
      'Android',
      'android',
    ]),
    [
      'a phone whose model ends in TV',
      'Mozilla/5.0 (Linux; Android 9; Hyundai E504TV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36',
      'mobile',
      'Chrome',
      'Android',
      'android',
    ],
    [
      'a television with Android',
      'Mozilla/5.0 (Linux; Android 12; Skyworth Google TV Build/STT1; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/139.0.0.0 Mobile Safari/537.36',
      'other',
      'Chrome',
      'Android',
      'android',
    ],
    [
      'an LG television',
      'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Version/8.0 Safari/537.36',
      'other',
      'Other',
      'Other',
      null,
    ],
    [
      'GNOME Web',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'desktop',
      'Other',
      'Linux',
      'linux',
    ],
    [
      'a PlayStation',
      'Mozilla/5.0 (PlayStation; PlayStation 5/8.00) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.4 Safari/605.1.15',
      'other',
      'Other',
      'Other',
      null,
    ],
    [
      'the search app of Yandex',
      'Mozilla/5.0 (Linux; arm_64; Android 14; SM-M536B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 YaSearchBrowser/24.1 BroPP/1.0 SA/3 Mobile Safari/537.36',
      'mobile',
      'Other',
      'Android',
      'android',
    ],
    [
      'a headset',
      'Mozilla/5.0 (X11; Linux x86_64; Quest 2) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/38.0 Chrome/136.0.0.0 VR Safari/537.36',
      'other',
      'Other',
      'Android',
      'android',
    ],
    [
      'a phone named like a bot',
      'Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
      'mobile',
      'Chrome',
      'Android',
      'android',
    ],
  ])('%s', (_, userAgent, device, browser, os, system) => {
    expect(describeUserAgent(userAgent ?? '')).toEqual({ device, browser, os, system, botClass: null });
  });
});

describe('bot classes', () => {
  test.each([
    ['search', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    [
      'search',
      'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    ],
    ['search', 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'],
    ['search', 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)'],
    ['search', 'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)'],
    ['search', 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)'],
    [
      'search',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
    ],
    ['preview', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
    [
      'preview',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    ],
    ['preview', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
    ['preview', 'Twitterbot/1.0'],
    ['preview', 'WhatsApp/2.23.20.0 A'],
    ['preview', 'TelegramBot (like TwitterBot)'],
    ['preview', 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
    ['preview', 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)'],
    ['preview', 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com'],
    ['ai', 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)'],
    ['ai', 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)'],
    [
      'ai',
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
    ],
    ['ai', 'CCBot/2.0 (https://commoncrawl.org/faq/)'],
    [
      'ai',
      'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
    ],
    ['ai', 'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)'],
    ['monitor', 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
    ['monitor', 'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)'],
    ['monitor', 'ELB-HealthChecker/2.0'],
    ['mail_scanner', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 BarracudaCentral'],
    ['mail_scanner', 'Mozilla/5.0 (compatible; Proofpoint URL Defense)'],
    ['mail_scanner', 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'],
    ['automation', undefined],
    ['automation', ''],
    ['automation', '   '],
    ['automation', 'curl/8.5.0'],
    ['automation', 'Wget/1.21.4'],
    ['automation', 'python-requests/2.32.3'],
    ['automation', 'Go-http-client/2.0'],
    ['automation', 'node'],
    [
      'automation',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36',
    ],
    ['other', 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)'],
    ['other', 'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)'],
  ])('%s: %s', (expected, userAgent) => {
    expect(describeUserAgent(userAgent).botClass).toBe(expected);
  });
});

describe('classifyVisitor', () => {
  test.each([
    ['GET by a browser', { method: 'GET', userAgent: CHROME }, null],
    ['HEAD by a browser', { method: 'HEAD', userAgent: CHROME }, 'preview'],
    ['HEAD by curl', { method: 'HEAD', userAgent: 'curl/8.5.0' }, 'automation'],
    ['Sec-Purpose: prefetch', { method: 'GET', userAgent: CHROME, purpose: 'prefetch' }, 'prefetch'],
    [
      'Sec-Purpose: prefetch;prerender',
      { method: 'GET', userAgent: CHROME, purpose: 'prefetch;prerender' },
      'prefetch',
    ],
    ['Purpose: prefetch', { method: 'GET', userAgent: CHROME, purpose: 'Prefetch' }, 'prefetch'],
    ['HEAD with a prefetch header', { method: 'HEAD', userAgent: CHROME, purpose: 'prefetch' }, 'prefetch'],
    ['another purpose', { method: 'GET', userAgent: CHROME, purpose: 'navigate' }, null],
    ['a crawler that prefetches', { method: 'GET', userAgent: 'Googlebot/2.1', purpose: 'prefetch' }, 'prefetch'],
    ['an app that loads ahead', { method: 'GET', userAgent: SAFARI_IPHONE, purpose: 'preview' }, 'prefetch'],
    ['Office that loads ahead', { method: 'GET', userAgent: 'ms-office', purpose: 'preview' }, 'prefetch'],
    ['Office that opens', { method: 'GET', userAgent: 'ms-office' }, null],
    ['Office that asks whether there is something', { method: 'HEAD', userAgent: 'ms-office' }, 'preview'],
    ['Office that asks what is possible', { method: 'OPTIONS', userAgent: 'ms-office' }, 'preview'],
    ['a preview bot that says so', { method: 'GET', userAgent: 'Twitterbot/1.0', purpose: 'preview' }, 'preview'],
    [
      'Sec-Purpose through a proxy',
      { method: 'GET', userAgent: CHROME, purpose: 'prefetch;anonymous-client-ip' },
      'prefetch',
    ],
  ])('%s', (_, request, expected) => {
    expect(classifyVisitor(request).botClass).toBe(expected);
    expect(classifyVisitor(request, rememberUserAgents(10)).botClass).toBe(expected);
  });
});

describe('rememberUserAgents', () => {
  test('returns the identical facts for a repeated user agent', () => {
    const factsOf = rememberUserAgents(10);
    expect(factsOf(CHROME)).toBe(factsOf(CHROME));
    expect(factsOf(undefined)).toBe(factsOf(''));
  });

  test('forgets the oldest beyond its limit, and keeps what is asked for', () => {
    const factsOf = rememberUserAgents(4);
    const first = factsOf(CHROME);
    for (let i = 0; i < 20; i += 1) {
      factsOf(`Agent ${i}`);
      expect(factsOf(CHROME)).toBe(first);
    }
    const forgotten = factsOf('Agent 0');
    for (let i = 1; i < 5; i += 1) factsOf(`Agent ${i}`);
    expect(factsOf('Agent 0')).not.toBe(forgotten);
    expect(factsOf('Agent 0')).toEqual(forgotten);
  });

  test('holds as many as its limit says, and no more', () => {
    const four = rememberUserAgents(4);
    const first = four('Agent 0');
    for (let i = 1; i < 4; i += 1) four(`Agent ${i}`);
    expect(four('Agent 0')).toBe(first);
    const two = rememberUserAgents(2);
    const before = two('Agent 0');
    for (let i = 1; i < 3; i += 1) two(`Agent ${i}`);
    expect(two('Agent 0')).not.toBe(before);
  });

  test('checks the first 512 characters, and caches only user agents up to that length', () => {
    const factsOf = rememberUserAgents(4);
    const [whole, cut] = [`${' '.repeat(504)}Firefox/`, `${' '.repeat(505)}Firefox/`];
    expect([factsOf(whole).browser, factsOf(cut).browser]).toEqual(['Firefox', 'Other']);
    expect(factsOf(whole)).toBe(factsOf(whole));
    expect(factsOf(cut)).not.toBe(factsOf(cut));
  });

  test('checks an oversized user agent without caching it', () => {
    const factsOf = rememberUserAgents(4);
    const long = CHROME + 'x'.repeat(20_000);
    expect(factsOf(long)).not.toBe(factsOf(long));
    expect(factsOf(long).browser).toBe('Chrome');
  });
});
