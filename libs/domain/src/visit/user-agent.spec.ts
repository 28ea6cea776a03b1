import { expect, test } from 'vitest';
import type { Device, OperatingSystem } from './click-event.js';
import { browserOf, deviceOf, operatingSystemOf, targetedSystem } from './user-agent.js';

const on = (system: string, rest = 'Chrome/139.0.0.0 Safari/537.36'): string =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`;
const MOBILE = 'Chrome/139.0.0.0 Mobile Safari/537.36';

test.each<[string, Device, OperatingSystem, string]>([
  ['a Windows phone', 'mobile', 'Other', on('Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950', MOBILE)],
  ['a Windows phone as a computer', 'mobile', 'Other', on('Windows NT 6.2; ARM; Trident/7.0; WPDesktop; Lumia 630')],
  ['Windows CE', 'mobile', 'Other', 'Mozilla/4.0 (compatible; MSIE 6.0; Windows CE; IEMobile 8.12; MSIEMobile 6.0)'],
  [
    'KaiOS that says Android',
    'mobile',
    'Other',
    'Mozilla/5.0 (Mobile; LYF/F90M; Android; rv:48.0) Gecko/48.0 KAIOS/2.0',
  ],
  [
    'Tizen like Android',
    'mobile',
    'Other',
    on('Linux; Tizen 2.2; SM-Z9005', 'Version/2.2 like Android 4.1; Mobile Safari'),
  ],
  [
    'a phone like an iPhone',
    'desktop',
    'Linux',
    on('Librem 5, like iPhone; X11; Linux x86_64', 'Version/13.0 Safari/605'),
  ],
  [
    'a phone with UC Browser',
    'mobile',
    'Android',
    'UCWEB/2.0 (MIDP-2.0; U; Adr 9; en-US; vivo) U2/1.0.0 UCBrowser/10.6 U2/1.0.0 Mobile',
  ],
  [
    'a tablet with Silk as a computer',
    'tablet',
    'Android',
    on('X11; Linux x86_64', 'Silk/130.4.1 like Chrome/130.0 Safari/537.36'),
  ],
  [
    'a headset',
    'other',
    'Android',
    on('X11; Linux x86_64; PICO 4 OS5.8.2 like Quest', 'PicoBrowser/3.3 Chrome/105.0 VR Safari/537.36'),
  ],
  [
    'a headset with another browser',
    'other',
    'Android',
    on('Linux; arm_64; Android 14; Quest 3S', 'Chrome/134.0 YaBrowser/25.4 Safari/537.36'),
  ],
  ['a watch with Android', 'other', 'Android', on('Linux; Android 11; SM-R860', MOBILE)],
  ['a smart display', 'other', 'Android', on('Linux; Android 9; AEOHY', 'Silk/94.3 like Chrome/94.0 Safari/537.36')],
  ['a television by its model', 'other', 'Android', on('Linux; Android 13; NEWAL_TV_UHD-5042')],
  ['a box for a television', 'other', 'Android', on('Linux; Android 10; SuperBOX_S2PRO')],
  [
    'an app whose name holds a box',
    'mobile',
    'Android',
    'com.google.android.googlequicksearchbox/301 (Linux; U; Android 15; de_DE; SM-S908B)',
  ],
  [
    'a PlayStation Vita',
    'other',
    'Other',
    'Mozilla/5.0 (PlayStation Vita 3.74) AppleWebKit/537.73 (KHTML, like Gecko) Silk/3.2',
  ],
  ['KaiOS', 'mobile', 'Other', 'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5'],
  ['a BlackBerry', 'mobile', 'Other', on('BB10; Touch', 'Version/10.3 Mobile Safari/537.10')],
  ['a PlayBook', 'tablet', 'Other', on('PlayBook; U; RIM Tablet OS 2.1.0; en-US', 'Version/7.2 Safari/536.2')],
  ['OpenBSD', 'desktop', 'Other', 'Mozilla/5.0 (X11; OpenBSD amd64; rv:141.0) Gecko/20100101 Firefox/141.0'],
  ['a computer with HarmonyOS', 'desktop', 'Other', on('PC; OpenHarmony 5.0')],
  ['a folding computer with HarmonyOS', 'desktop', 'Other', on('2in1; OpenHarmony 5.0')],
  ['a phone with HarmonyOS', 'mobile', 'Other', on('Phone; OpenHarmony 5.0')],
  ['webOS', 'other', 'Other', on('webOS; Linux/SmartTV')],
  [
    'a console',
    'other',
    'Other',
    'Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  ],
  ['a phone with plain Linux', 'mobile', 'Linux', 'Mozilla/5.0 (X11; Linux aarch64; Mobile; rv:141.0) Gecko/141.0'],
  ['a tablet with plain Linux', 'tablet', 'Linux', on('X11; Linux aarch64; Tablet')],
  ['a reader with plain Linux', 'tablet', 'Linux', on('X11; U; Linux armv7l like Kindle; en-us')],
  ['a television with plain Linux', 'other', 'Linux', on('X11; Linux armv7l', 'Chrome/88.0 Safari/537.36 OMI/4.21')],
  ['a named television with plain Linux', 'other', 'Linux', on('Linux; NetRange TV', 'Chrome/88.0 Safari/537.36')],
  ['a computer with Linux', 'desktop', 'Linux', on('X11; Linux x86_64')],
  ['a television with Android', 'other', 'Android', on('Linux; Android 9; XYZ TV Build/P')],
  ['a phone that receives television', 'mobile', 'Android', on('Linux; Android 9; Moto TV Build/P', MOBILE)],
  ['a tablet that says so beside Mobile', 'tablet', 'Android', on('Linux; Android 11; KFTRWI', MOBILE)],
  ['a tablet with Android', 'tablet', 'Android', on('Linux; Android 10; K')],
  ['a phone with Android', 'mobile', 'Android', on('Linux; Android 10; K', MOBILE)],
  ['an app with Android', 'mobile', 'Android', 'Dalvik/2.1.0 (Linux; U; Android 13; Pixel 7 Build/TQ3A)'],
  ['an iPad', 'tablet', 'iOS', on('iPad; CPU OS 18_5 like Mac OS X', 'Version/18.5 Mobile/15E148 Safari/604.1')],
  ['an iPad as a Mac', 'tablet', 'iOS', on('Macintosh; Intel Mac OS X 10_15_7', 'CriOS/139.0 Safari/604.1')],
  [
    'an app on an iPad as a Mac',
    'tablet',
    'iOS',
    on('Macintosh; Intel Mac OS X 10_15_7', 'Version/18.5 Safari/604.1 (Ecosia ios@11.1)'),
  ],
  ['Facebook on an iPad as a Mac', 'tablet', 'iOS', on('Macintosh; Intel Mac OS X 10_15_7', '[FBAN/FBIOS;FBAV/520.0]')],
  ['an iPhone', 'mobile', 'iOS', on('iPhone; CPU iPhone OS 18_5 like Mac OS X', 'Mobile/15E148')],
  ['a watch', 'other', 'Other', 'atc/1.0 Watch OS/11.0 model/Watch7,5'],
  ['ChromeOS', 'desktop', 'ChromeOS', on('X11; CrOS x86_64 14541.0.0')],
  ['nothing that is known', 'other', 'Other', 'Something/1.0'],
])('%s is %s, %s', (_, device, os, userAgent) => {
  expect({ device: deviceOf(userAgent, operatingSystemOf(userAgent)), os: operatingSystemOf(userAgent) }).toEqual({
    device,
    os,
  });
});

const IPHONE = 'iPhone; CPU iPhone OS 18_5 like Mac OS X';
test.each([
  'Something/1.0',
  on('Windows NT 10.0; Win64; x64', 'Chrome/139.0.0.0 Safari/537.36 Avast/139.0'),
  on('Linux; Android 14; K', `${MOBILE} PHX/16.9`),
  on('Linux; Android 14; K', `${MOBILE} (Ecosia android@139.0)`),
  on('Linux; Android 14; K', 'Version/4.0 HiBrowser/2.6 Chrome/139.0.0.0 Mobile Safari/537.36'),
  on('Linux; Android 14; K', 'Chrome/139.0.0.0 RakutenBrowser/8.11.0 Mobile Safari/537.36'),
  on(IPHONE, 'Version/18.5 Mobile/15E148 Safari/604.1 Ghostery'),
  on('X11; Linux x86_64; Quest 2', 'OculusBrowser/24.3 SamsungBrowser/4.0 Chrome/106.0 VR Safari/537.36'),
])('Other, whatever it resembles: %s', (userAgent) => {
  expect(browserOf(userAgent)).toBe('Other');
});

test.each<[OperatingSystem, string | null]>([
  ['iOS', 'ios'],
  ['Android', 'android'],
  ['Windows', 'windows'],
  ['macOS', 'macos'],
  ['Linux', 'linux'],
  ['ChromeOS', 'desktop'],
  ['Other', null],
])('%s is targeted as %s', (os, system) => {
  expect(targetedSystem(os)).toBe(system);
});
