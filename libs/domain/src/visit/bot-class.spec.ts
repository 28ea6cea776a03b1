import { describe, expect, test } from 'vitest';
import { botClassOf } from './bot-class.js';
import { describeUserAgent } from './visitor.js';

const phone = (model: string, more = ''): string =>
  `Mozilla/5.0 (Linux; Android 13; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36${more}`;
const webView = (app: string): string =>
  `Mozilla/5.0 (Linux; Android 14; SM-A546B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/139.0.0.0 Mobile Safari/537.36 ${app}`;
const iphone = (app: string): string =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 ${app}`;
const desktop = (more: string): string =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36${more}`;

describe('people', () => {
  // prettier-ignore
  test.each([
    'DISCOVERY 5', 'S60 Discovery Max', 'Newsday_B3', 'XBot Senior', 'M bot 70', 'CUBOT NOTE', 'Capture+', 'Radar 5', 'Spider 9',
    'Perla', 'Monitor X', 'Server Phone 2', 'Node 12', 'Google TV Stick', 'Tools (2022)', 'Python 3 Build/RP1A',
  ])('the name of a phone says nothing: %s', (model) => {
    expect(botClassOf(phone(model))).toBeNull();
    expect(botClassOf(phone(model, ' NewsApp/3.1'))).toBeNull();
    expect(botClassOf(phone(`${model} Build/TP1A; wv`, ' Instagram 391.0.0.1'))).toBeNull();
    expect(botClassOf(`Mozilla/5.0 (Linux; U; Android 4.4; en-gb; ${model} Build/K) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30`)).toBeNull();
    expect(botClassOf(iphone(`[FBAN/FBIOS;FBAV/520.0;FBDV/${model};FBMD/iPhone;FBSN/iOS;FBSV/18.5]`))).toBeNull();
    expect(botClassOf(`Dalvik/2.1.0 (Linux; U; Android 13; ${model} Build/TP1A)`)).toBeNull();
    expect(botClassOf(webView(`Instagram 391.0.0.1 Android (33/13; 420dpi; 1080x2200; maker; ${model}; x; qcom; en_GB; 7)`))).toBeNull();
  });

  test.each([
    phone('Spider (2022)', ' NewsApp/3.1'),
    iphone('SmartNews/25.2.1'),
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) AppleNews/2000 Version/2.0',
    webView('MMWEBID/1 MicroMessenger/8.0.50(0x28) Process/toolsmp WeChat/arm64 NetType/WIFI'),
    webView('NebulaSDK/1.8 Nebula AlipayDefined(nt:WIFI,ws:360|0|3.0) AliApp(AP/10.6) AlipayClient/10.6'),
    webView('AliApp(TB/10.35) AliApp(LA/7.50) lazada_android/7.50 TTID/600000@lazada_android_7.50'),
    webView('GoogleLens/1.16 CamScanner/6.2'),
    webView('SCore/410 SGInfo/720/1408/2.0 SogouSearch Android1.0 SogouMobileBrowser/6.6'),
    iphone('QwantMobile/6.8 Safari/605.1.15'),
    iphone('Grab/5.300 AppMonitor/2.0 PreviewReader/1'),
    'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 SE 2.X MetaSr 1.0 SogouExplorer',
    'Mozilla/5.0 (Windows Server 2022; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
    'Lynx/2.9.2 libwww-FM/2.14 SSL-MM/1.4.1 OpenSSL/3.0.13',
    'w3m/0.5.3+git20230121',
    'NetSurf/3.11 (Linux)',
    'Dillo/3.1.1',
    'MyMonitor/4.1 CFNetwork/1568.200.51 Darwin/24.1.0',
    'Mozilla/5.0 (compatible; MSIE 9.0; Windows Phone OS 7.5; Trident/5.0; IEMobile/9.0; HTC; Radar C110e)',
    'HTC_Snap/1.0 Mozilla/4.0 (compatible; MSIE 6.0; Windows CE; IEMobile 7.11)',
    'Mozilla/5.0 (Linux; U; AliyunOS 2.0; Android 4.0 Compatible; zh-cn; R819T Build/AliyunOs-2012) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
    'Nokia2322c/08.20',
    'SAMSUNG-SGH-E250',
    'KDDI-W53S UP.Browser/6.2 (GUI) MMP/2.0',
    phone('K', ' Presearch (Tempest)'),
    iphone('Version/18.5 Safari/604.1 Startpage/137.1.7'),
    iphone('HatenaBookmark4-iOS/20.1'),
    iphone('Bluesky/1.100'),
    webView('Tumblr/Android/36.1 DeepSeek/1.5'),
    'Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/33.0.1750.157 CocCoc/33.0.1750.157 Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/538.1 (KHTML, like Gecko) Google Earth Pro/7.3.6.9796 Safari/538.1',
    'Opera/9.80 (Linux armv6l; Opera TV Store/5581; (DTV; DTV12/1.0; like Gecko; Opera/10.30)) Presto/2.12.362 Version/12.11',
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 8.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/7.0 Chrome/108.0.5359.1 TV Safari/537.36',
  ])('%s', (userAgent) => {
    expect(botClassOf(userAgent)).toBeNull();
  });
});

describe('bots', () => {
  test.each([
    ['search', phone('Nexus 5X Build/MMB29P', ' (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')],
    ['search', 'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)'],
    ['ai', phone('Nexus 5', '; Bytespider')],
    [
      'ai',
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amzn-User/0.1) Chrome/139.0.0.0 Safari/537.36',
    ],
    [
      'ai',
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; Kimi-SearchBot/1.0; +https://www.kimi.com/',
    ],
    ['ai', desktop('; Devin/1.0; +https://devin.ai')],
    ['ai', 'Mozilla/5.0 (compatible; Unheard/1.0; +https://unheard-of.ai/bot)'],
    ['ai', 'Mozilla/5.0 (compatible; wpbot/1.4; +https://forms.gle/x)'],
    ['search', 'Mozilla/5.0 (compatible; coccoc/1.0; +http://help.coccoc.com/)'],
    ['preview', 'Hatena::Fetcher/0.01 (master) Furl/3.13'],
    ['preview', 'Tumblr/14.0.835.186'],
    ['other', 'Nokia6820/2.0 (4.83) Profile/MIDP-1.0 (compatible; Unheard-Mobile/2.1)'],
    [
      'other',
      'Mozilla/5.0 (Linux; Android 9; K) AppleWebKit/537.36 (KHTML, like Gecko; Unheard) Chrome/99.0 Mobile Safari/537.36',
    ],
    [
      'monitor',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/537.36 (KHTML, like Gecko; Google Page Speed Insights) Version/18.5 Mobile/15E148 Safari/604.1',
    ],
    ['monitor', 'Uptime-Kuma/2.0.1'],
    ['monitor', 'Gatus/1.0'],
    ['monitor', 'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) HLB/1.250'],
    ['monitor', `${desktop('').replace('Chrome', 'HeadlessChrome')} Elastic/Synthetics`],
    [
      'monitor',
      'Mozilla/5.0 (Linux; U; Android 4.0.2; en-us; Catchpoint) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
    ],
    ['monitor', phone('moto g power (2022)', ' Chrome-Lighthouse')],
    ['monitor', 'AcmeMonitorBot/1.0 (+https://acme.example/bot)'],
    ['preview', 'Friendica/2025.02 DatabaseVersion/1600; https://social.example'],
    ['preview', 'http.rb/5.2.0 (Mastodon/4.3.2; +https://social.example/)'],
    ['preview', 'WhatsApp/2.2500.1 N'],
    ['automation', 'Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/24.0.0'],
    ['automation', 'libwww-perl/6.72'],
    [
      'other',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/60.0.3122.113 Safari/537.36 Assetnote/1.0.0',
    ],
    [
      'other',
      'Mozilla/5.0 (X11; Linux x86_64) Miniature.io/6.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/69.0.3497.128 Safari/537.36',
    ],
    ['other', 'Mozilla/5.0 (l9scan/2.0.1; +https://leakix.net)'],
    ['other', 'W3C_Validator/1.3'],
    ['other', 'LinkChecker/10.0'],
    ['other', desktop(' NewsGator/2.5')],
    ['other', 'Mozilla/5.0 (compatible; Foo/1.0)'],
    ['automation', ''],
    ['automation', '  '],
    ['other', iphone('Safari/604.1 (compatible; Laserlikebot/0.1)')],
  ])('%s: %s', (expected, userAgent) => {
    expect(botClassOf(userAgent)).toBe(expected);
  });
});

describe('Office opens links for people, Outlook looks at them', () => {
  test.each([
    ['Microsoft Office Word/16.99.25 (Mac OS/15.3; Desktop; en-GB; AppStore; Apple/Mac15,3)', 'macOS', 'desktop', null],
    ['Microsoft Office Excel/2.98 (iOS/18.3; Tablet; de-DE; AppStore; Apple/iPad14,3)', 'iOS', 'tablet', null],
    ['Microsoft Office/16.0 (Windows NT 10.0; Microsoft PowerPoint 16.0.18000; Pro)', 'Windows', 'desktop', null],
    ['Mozilla/4.0 (compatible; ms-office; MSOffice 16)', 'Windows', 'desktop', null],
    ['Microsoft Office Word 2016', 'Windows', 'desktop', null],
    ['Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.18000; Pro)', 'Windows', 'desktop', 'preview'],
    [
      'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Microsoft Outlook 16.0.18000; ms-office; MSOffice 16)',
      'Windows',
      'desktop',
      'preview',
    ],
    ['Microsoft Office Existence Discovery', 'Windows', 'desktop', 'preview'],
    ['Microsoft Office Protocol Discovery', 'Windows', 'desktop', 'preview'],
    ['Microsoft Data Access Internet Publishing Provider Protocol Discovery', 'Windows', 'desktop', 'preview'],
    ['Microsoft Outlook', 'Windows', 'desktop', 'preview'],
    ['Microsoft Outlook 16.0.12026', 'Windows', 'desktop', 'preview'],
    ['MacOutlook/16.78.23100802 (Intelx64 Mac OS X 14.1)', 'macOS', 'desktop', 'preview'],
    ['Outlook-iOS/709.2226530.prod.iphone (3.24.1)', 'iOS', 'mobile', 'preview'],
    ['Microsoft Word', 'Windows', 'desktop', null],
    ['Excel/16.54', 'Windows', 'desktop', null],
    ['MSOffice 16', 'Windows', 'desktop', null],
  ])('%s', (userAgent, os, device, botClass) => {
    expect(describeUserAgent(userAgent)).toMatchObject({ os, device, browser: 'Other', botClass });
  });
});
