import type { BotClass } from './click-event.js';

/**
 * Names of bots by class, as case-insensitive regular expressions; the first class that matches wins. Browsers and
 * in-app browsers of people carry the names of the same products (`Line/13`, `[Pinterest/iOS]`, `QwantMobile/6`,
 * `SogouMobileBrowser/6`), so only names that no person's browser or app has are listed.
 */
export const BOT_NAMES: readonly (readonly [BotClass, readonly string[]])[] = [
  // prettier-ignore
  ['mail_scanner', [
    'barracuda', 'proofpoint', 'urldefense', 'mimecast', 'safelinks', 'messagelabs', 'symantec', 'fireeye', 'trellix',
    'trend ?micro', 'tmufe', 'sophos', 'cloudmark', 'zscaler', 'fortiguard', 'forcepoint', 'websense', 'appriver',
    'vadesecure', 'spamtitan', 'ironport', 'avanan', 'mailscanner', 'bitdefender', 'kaspersky', 'hornetsecurity',
    'googleimageproxy', 'yahoomailproxy', 'mail\\.ru_bot/img', 'spam ?assassin', 'rspamd', 'abnormal ?security',
  ]],
  // prettier-ignore
  ['ai', [
    'gptbot', 'chatgpt-user', 'chatgpt agent', 'oai-(?:searchbot|adsbot)', 'openai', 'claude-?(?:bot|web|user|searchbot|code|cli)',
    'anthropic', 'perplexity(?:bot|-?user)', 'ccbot', 'bytespider', 'imagespider', 'google-extended', 'cloudvertexbot',
    'gemini-', 'google-gemini', 'google-firebase', 'google-agent', 'googleagent-', 'google-pinpoint', 'bard-ai', 'notebooklm',
    'applebot-extended', 'amazonbot', 'amzn-', 'amazon-?kendra', 'kendrabot', 'amazon-qbusiness', 'amazonbuyforme', 'novaact',
    'bedrockbot', 'azureai-', 'githubcopilot', 'cohere-', 'diffbot', 'meta-external(?:agent|fetcher|ads)', 'facebookbot',
    'imagesift', 'omgili', 'youbot', 'ai2bot', 'duckassistbot', 'mistralai-', 'mistral-?ai', 'timpibot', 'kangaroo bot', 'pangubot',
    'deepseek ?bot', 'iask(?:spider|bot)', '\\bxai-', 'grok(?:bot|-)', 'groq-bot', 'firecrawl', 'webzio', 'tiktokspider', 'img2dataset',
    'laion', 'velenpublic', 'sbintuitionsbot', 'kimi(?:bot|-user|-searchbot)', 'manus-user', '\\bdevin/', 'cursor/', 'phindbot', 'tavilybot',
    'andibot', 'linerbot', 'shapbot', 'shap-user', 'zanistabot', 'apifybot', 'apifywebsite', 'crawl4ai', 'crawlspace', 'exabot/',
    'exasearchbot', 'linkupbot', 'querit', 'chatglm', 'yiyanbot', 'tongyibot', 'quillbot', 'wrtnbot', 'thinkbot', 'terra ?cotta',
    'henkbot', 'kagi-fetcher', 'kunato', 'poggio', 'aranet', 'brightbot', 'channel3bot', 'atlassian-bot', 'cotoyogi', 'lightpanda',
    'huggingface', 'replicate-bot', 'together-bot', 'runpod-bot', 'character-ai', 'prorata', 'yandexadditional', 'factset_spyder',
    'cloudflare-autorag', 'anomura', 'spawning-ai', 'panscient', 'friendlycrawler', 'icc-crawler', 'sidetrade', 'semrushbot-(?:ocob|swa)',
    'openclaw', 'opencode', 'tabstack', 'nagetbot', 'twinagent', 'addsearchbot', 'agenttimes', 'aihitbot', 'aiwebindex', 'buddybot', 'cragcrawler', 'echobo(?:t|xbot)\\b', 'iboubot',
    'mycentralai', 'newsai', 'poseidon research', 'reflectionbot', 'useai', 'wardbot', 'wpbot', 'klaviyoaibot', 'qualifiedbot', 'liquid-?ai', 'browser-use',
  ]],
  // prettier-ignore
  ['preview', [
    'facebookexternal(?:hit|ua)', 'meta-externalhit', 'meta-webindexer', 'facebookcatalog', 'facebookscraper', 'facebot', 'twitterbot', 'xing bot',
    'slackbot', 'slack-imgproxy', 'linkedinbot', '^whatsapp', 'telegrambot', 'discordbot', 'skypeuripreview', 'microsoftpreview',
    'bingpreview', 'pinterestbot', '^pinterest/', 'redditbot', 'vkshare', 'vkrobot', '^viber', 'line-poker', 'linespider', 'iframely',
    'embedly', 'mastodon/\\d[^ ]* ?[;(].*http', '\\(mastodon/', 'pleroma', 'misskey', 'akkoma', 'lemmy/', 'friendica', 'gotosocial', 'peertube', 'pixelfed',
    'summalybot', 'hatena(?:::|-| antenna|bookmark/)', 'odklbot', 'cardyb', '^bluesky', 'snap url preview', '^snapchat/', 'kakaotalk-scrap', 'kakaostory-og', 'xing-contenttabreceiver',
    'synapse', 'mattermost-bot', '^rocket\\.?chat', 'nextcloud server crawler', '^tumblr/', 'flipboardproxy', 'google-pagerenderer', 'google-read-aloud',
    'google web preview', 'metainspector', 'opengraph', 'link-?preview', 'unfurl', 'url ?preview', 'outbrain', 'bitlybot', 'google-safety',
    'steamchaturllookup', 'groupmebot', 'keybasebot', 'dingtalkbot', 'evernoterichlink', 'onebox', '^notion/', 'quora-bot', 'mediumbot',
    'peekbot', 'github-camo', 'tweetmemebot', 'compatible; goodreads', 'zulip', 'wire linkpreview', 'applebot-preview', 'ms-teams', 'teamsbot',
  ]],
  // prettier-ignore
  ['monitor', [
    'uptime', 'pingdom', 'statuscake', 'site24x7', '\\bhlb/\\d', 'betterstack', 'better ?uptime', 'updown\\.io', 'hetrixtools', 'stackdriver', 'googlehc',
    'datadog', 'newrelic', 'checkly', 'freshping', 'nagios', 'check_http', 'zabbix', 'prometheus', 'grafana', 'blackbox', 'health-?check', 'health check',
    'kube-probe', '\\belb-', 'alwaysonline', 'cloudflare-(?:traffic|diagnostics|healthchecks|smart-transit|speedtest|custom-error)', 'cloudflare(?:observatory|diagnostics)',
    'lighthouse', 'ptst/', 'gtmetrix', 'catchpoint', 'dynatrace', 'ruxitsynthetic', 'montastic', 'dareboost', 'statusgator', 'nodeping', 'oh dear', 'ohdear',
    'cron-?job', 'easycron', 'cronless', 'page ?speed', 'speedcurve', 'sentryuptime', '\\bsentry/', 'gatus', 'synthetics?', 'uptimia', 'uptrends', 'thousandeyes',
    'host-?tracker', 'check-?host', 'websitepulse', 'watchmouse', 'wormly', 'pingping', 'pingadmin', 'pulsetic', 'onlineornot', 'isdownbot', 'downtimedetector',
    'downforeveryone', 'monspark', 'mxtoolbox', 'prtg', 'panopta', 'alertsite', 'appsignal', 'honeybadger', 'bugsnag', 'serverdensity', 'solarwinds', 'rigor\\)',
    'edgewatch', 'netumo', 'nixstats', 'ghost inspector', 'instatus', 'hydrozen', 'binarycanary', 'wheresitup', 'baidu-yunguance', '360jk', 'munin/',
    'appinsights', 'testomato', 'eyemonit', 'webmon/', 'dotcom-?monitor', 'collectd', 'httpmon', 'keycdn-tools', 'netvigie', 'xymon', 'icinga', 'librenms', 'sensu', 'cabot/\\d',
    'statping', 'kener', 'watchfor', 'wpumbrella', 'carbon-umbrella', 'siteimprove', 'monsido', 'known ?agents',
  ]],
  // prettier-ignore
  ['search', [
    'googlebot', 'adsbot', 'mediapartners', 'google-inspectiontool', 'storebot-google', 'googleother', 'feedfetcher', 'apis-google', 'google-(?:site|structured|physicalweb)', 'googleproducer',
    'bingbot', 'msnbot', 'adidxbot', 'slurp', 'duckduck(?:bot|go-favicons)', 'baiduspider', 'yandex\\w*bot', 'yandex\\.com/bots', 'applebot',
    'sogou[ -](?:\\w+ )?spider', 'sogou(?:spider|bot)', 'sosospider', 'seznam', 'teoma', 'gigablast', 'neevabot', 'cliqzbot', 'istellabot', 'orangebot', 'yisouspider', 'toutiaospider', 'exabot', 'petalbot', 'aspiegelbot', 'qwant(?:bot|ify)', 'mojeekbot', 'yeti/',
    'naverbot', 'coccocbot', '(?:^|[; .])coccoc/1\\.0', 'ia_archiver', 'archive\\.org', 'bravebot', 'bravesearch', 'ecosiabot', 'presearch(?:bot|[._]com)', 'swisscows ?(?:bot|favicons)', 'startpage(?:bot|private)', 'seekport', 'metagerbot',
    'marginalia', '360spider', 'haosouspider', 'mail\\.ru_bot', 'kagibot', 'daumoa', 'yacybot', 'gigabot', 'wotbox', 'findxbot', 'stractbot', 'zumbot',
  ]],
  // prettier-ignore
  ['automation', [
    'curl', 'wget', 'python', 'aiohttp', 'httpx', 'scrapy', 'go-http-client', '\\bjava/\\d', 'java-http', 'okhttp',
    'httpclient', 'http-client', 'http_client', 'libwww-perl', '^libwww', '\\blwp', '\\bperl\\b', 'node-fetch', '^node', 'axios', 'undici', 'jsdom',
    '^got\\b', 'superagent', '^deno/', '^bun/', 'headless', 'phantomjs', 'selenium', 'webdriver', 'puppeteer', 'playwright', 'cypress',
    'postman', 'insomnia', 'httpie', '^bruno', '^ruby', 'faraday', '^php', 'guzzle', 'dart/', 'dart:io', 'rest-client', 'restsharp',
    'powershell', 'reqwest', 'hyper/', 'k6/', 'autocannon', '^wrk', 'apachebench', 'vegeta', '^hey/', 'jmeter', 'gatling', 'locust',
    'artillery', 'colly', 'mechanize', 'zgrab', 'masscan', 'nmap', 'nuclei', 'sqlmap', 'nikto', 'censys', 'aria2',
    'winhttp', 'libcurl', 'fasthttp', 'go-resty', 'urllib', '^mozilla/\\d\\.\\d$',
  ]],
];

/** Signs of the class of a bot that no list names; only used once it is known to be a bot. */
export const BOT_HINTS: readonly (readonly [BotClass, RegExp])[] = [
  ['monitor', /monitor|synthetic|status-?check|is-?it-?(?:up|down)/i],
  ['preview', /preview|rich-?link|link-?expand|embed/i],
  ['ai', /\.ai\b|\bai[ /-]|[ -]ai\b|aibot|\bllm|gpt|chatbot/i],
];

/**
 * Words that identify a bot and that no person's browser has, anywhere in the agent. These are the only signs that
 * count for agents with a phone browser's engine or of a phone app: there the weaker words of longer lists (`news`,
 * `tools`, `grab`, `discovery`) are names of apps and models.
 */
export const CLEAR_SIGNS = new RegExp(
  // prettier-ignore
  [
    '(?<!cu)bots?(?:\\b|_)', 'crawl', 'spider', 'scrape|scrapy', 'https?:', '\\bwww\\.', '@[a-z][\\w-]+\\.[a-z]{2}', 'headless', '(?<!^mozilla/\\d\\.\\d ?\\(|android [\\d.]+ )compatible;(?! ?msie)', 'khtml,? like gecko;',
    'fetcher', '(?<!cam)scanner', 'archiver', 'adbeat', 'hotjar', 'convertify', 'wechatdevtools', 'dmbrowser', 'google-[a-z]', 'optimizer-agent',
  ].join('|'),
  'i',
);

/** Bots that the isbot library does not know, or recognises by words that also occur in people's agents. */
export const OTHER_BOTS =
  /assetnote|miniature\.io|l9(?:explore|scan|tcpid)|yellowlab|\bylt\b|\.env presence|tsm-?(?:bot|turingos)|like gecko; ?compatible;|\); compatible;|^swcd |^thumbor\/|^anonymous,|duplexweb|<[?%]|^(?:newsblur|readkit|reeder|feeddler|downcast|ddg_android|duckduckgo\/)/i;
