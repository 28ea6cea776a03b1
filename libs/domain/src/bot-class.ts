import { isbot } from 'isbot';
import type { BotClass } from './click-event.js';

/**
 * Who asks, by words of the user agent; the first class that matches wins. Words are matched without regard to case.
 * In-app browsers of people carry the names of the same products (`Line/13`, `[Pinterest/iOS]`, `Snapchat/12`), so
 * only the names of the fetching programs stand here.
 */
const WORDS: readonly (readonly [BotClass, readonly string[]])[] = [
  // prettier-ignore
  ['mail_scanner', [
    'barracuda', 'proofpoint', 'urldefense', 'mimecast', 'safelinks', 'messagelabs', 'symantec', 'fireeye', 'trellix',
    'trend ?micro', 'tmufe', 'sophos', 'cloudmark', 'zscaler', 'fortiguard', 'forcepoint', 'websense', 'appriver',
    'vadesecure', 'spamtitan', 'ironport', 'avanan', 'mailscanner', 'bitdefender', 'kaspersky', 'hornetsecurity',
    'googleimageproxy', 'yahoomailproxy', 'mail\\.ru_bot/img', 'spam ?assassin', 'rspamd', 'abnormal ?security',
  ]],
  // prettier-ignore
  ['ai', [
    'gptbot', 'chatgpt-user', 'chatgpt agent', 'oai-searchbot', 'openai', 'claude-?(?:bot|web|user|searchbot)', 'anthropic', 'perplexity(?:bot|-user)', 'ccbot', 'bytespider',
    'google-extended', 'google-cloudvertexbot', 'gemini-deep-research', 'notebooklm', 'applebot-extended', 'amazonbot',
    'cohere-', 'diffbot', 'meta-external', 'facebookbot', 'imagesiftbot', 'omgili', 'youbot', 'ai2bot', 'duckassistbot',
    'mistralai', 'timpibot', 'kangaroo bot', 'pangubot', 'deepseek', 'iaskspider', '\\bxai-', 'grokbot', 'firecrawl',
    'webzio', 'tiktokspider', 'img2dataset', 'velenpublic', 'sbintuitionsbot',
  ]],
  // prettier-ignore
  ['preview', [
    'facebookexternalhit', 'facebookcatalog', 'facebot', 'twitterbot', 'slackbot', 'slack-imgproxy', 'linkedinbot',
    '^whatsapp/', 'telegrambot', 'discordbot', 'skypeuripreview', 'microsoftpreview', 'bingpreview', 'ms-office',
    'microsoft office', 'pinterestbot', '^pinterest/', 'redditbot', 'vkshare', '^viber', 'line-poker', 'iframely',
    'embedly', 'mastodon', 'pleroma', 'misskey', 'akkoma', 'lemmy', 'cardyb',  'snap url preview',
    'kakaotalk-scrap', 'xing-contenttabreceiver', 'synapse', 'mattermost-bot',
    'nextcloud server crawler', 'tumblr/', 'flipboardproxy', 'google-pagerenderer', 'google-read-aloud', 'google web preview',
    'metainspector', 'opengraph', 'link-?preview', 'unfurl', 'url ?preview', 'outbrain', 'bitlybot', 'google-safety',
  ]],
  // prettier-ignore
  ['monitor', [
    'uptimerobot', 'uptime', 'pingdom', 'statuscake', 'site24x7', 'betterstack', 'updown\\.io', 'hetrixtools',
    'stackdriver', 'googlehc', 'datadog', 'newrelic', 'checkly', 'freshping', 'nagios', 'check_http', 'zabbix',
    'prometheus', 'blackbox', 'healthcheck', 'health-check', 'health check', 'kube-probe', '\\belb-', 'alwaysonline',
    'cloudflare-traffic', 'lighthouse', 'ptst/', 'gtmetrix', 'catchpoint', 'dynatrace', 'montastic', 'dareboost',
    'monitor', 'statusgator', 'nodeping', 'oh dear', 'ohdear', 'cron-?job', 'pagespeed', 'speedcurve', 'sentryuptime',
  ]],
  // prettier-ignore
  ['search', [
    'googlebot', 'adsbot', 'mediapartners', 'google-inspectiontool', 'storebot-google', 'googleother', 'feedfetcher',
    'apis-google', 'bingbot', 'msnbot', 'adidxbot', 'slurp', 'duckduckbot', 'baiduspider', 'yandex\\w*bot', 'yandex\\.com/bots',
    'applebot', 'sogou', 'exabot', 'seznambot', 'petalbot', 'qwant', 'mojeekbot', 'yeti/', 'naverbot', 'coccocbot',
    'ia_archiver', 'archive\\.org', 'bravebot', 'marginalia', '360spider', 'haosouspider', 'mail\\.ru_bot', 'kagibot',
    'daumoa', 'yacybot', 'gigabot', 'wotbox', 'findxbot',
  ]],
  // prettier-ignore
  ['automation', [
    'curl', 'wget', 'python', 'aiohttp', 'httpx', 'scrapy', 'go-http-client', '\\bjava/', 'java-http', 'okhttp',
    'httpclient', 'http-client', 'http_client', 'libwww', '\\blwp', '\\bperl', 'node-fetch', '^node', 'axios', 'undici',
    '^got\\b', 'superagent', '^deno/', '^bun/', 'headless', 'phantomjs', 'selenium', 'webdriver', 'puppeteer', 'playwright', 'cypress',
    'postman', 'insomnia', 'httpie', '^bruno', '^ruby', 'faraday', '^php', 'guzzle', 'dart/', 'dart:io', 'rest-client', 'restsharp',
    'powershell', 'reqwest', 'hyper/', 'k6/', 'autocannon', '^wrk', 'apachebench', 'vegeta', '^hey/', 'jmeter', 'gatling', 'locust',
    'artillery', 'colly', 'mechanize', 'zgrab', 'masscan', 'nmap', 'nuclei', 'sqlmap', 'nikto', 'censys', 'aria2',
    'winhttp', 'libcurl', 'fasthttp', 'go-resty', 'urllib', '^mozilla/\\d\\.\\d$',
  ]],
];

const PATTERNS: readonly (readonly [BotClass, RegExp])[] = WORDS.map(([botClass, words]) => [
  botClass,
  new RegExp(words.join('|'), 'i'),
]);

/** One test that every person passes at once, before the classes are told apart. */
const ANY_WORD = new RegExp(WORDS.flatMap(([, words]) => words).join('|'), 'i');

/**
 * Bot class of a user agent (decisions 9 and the fine points), or null for a person's browser. No user agent at all is
 * `automation`; a bot that belongs to no known class is `other`.
 * @param userAgent at most a few hundred characters; cut longer ones before.
 */
export function botClassOf(userAgent: string): BotClass | null {
  if (userAgent.trim() === '') return 'automation';
  if (ANY_WORD.test(userAgent)) {
    for (const [botClass, pattern] of PATTERNS) if (pattern.test(userAgent)) return botClass;
  }
  return isbot(userAgent) ? 'other' : null;
}
