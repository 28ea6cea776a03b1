import type { Browser, Device, OperatingSystem } from './click-event.js';
import type { VisitorSystem } from './targeting.js';

// Order matters in both lists: most browsers name several others, and the first match is the true one.
const SYSTEMS: readonly (readonly [OperatingSystem, RegExp])[] = [
  ['Other', /Windows Phone|Tizen|Web0S|webOS|KAIOS|PlayStation|Nintendo|Xbox|FreeBSD|OpenBSD|NetBSD|SunOS/i],
  ['iOS', /iPhone|iPad|iPod/],
  ['Android', /Android/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /Macintosh|Mac OS X|Mac_PowerPC/],
  ['Windows', /Windows/],
  ['Linux', /Linux|X11/],
];

const BROWSERS_BY_SIGN: readonly (readonly [Browser, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|OPX|OPiOS|Opera|Opera Mini)\//],
  ['Samsung Internet', /SamsungBrowser\//],
  // Browsers of their own that carry the signs of Chrome or Safari.
  [
    'Other',
    /Vivaldi|YaBrowser|UCBrowser|UBrowser|QQBrowser|MiuiBrowser|HuaweiBrowser|HeyTapBrowser|VivoBrowser|Whale\/|Silk\/|DuckDuckGo|Ddg\/|Maxthon|Sogou|SeaMonkey|PaleMoon|Trident|MSIE|Puffin|\bGSA\//,
  ],
  ['Firefox', /\b(?:Firefox|FxiOS|Focus)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Other', /Android/],
  ['Safari', /\bVersion\/\S+ .*Safari\//],
];

/** Browser label (decisions, fine points). */
export function browserOf(userAgent: string): Browser {
  for (const [browser, sign] of BROWSERS_BY_SIGN) if (sign.test(userAgent)) return browser;
  return 'Other';
}

/** Operating system label. ChromeOS has a label of its own, though targeting sees a desktop. */
export function operatingSystemOf(userAgent: string): OperatingSystem {
  for (const [system, sign] of SYSTEMS) if (sign.test(userAgent)) return system;
  return 'Other';
}

/** Kind of device; televisions, consoles and programs are `other`. */
export function deviceOf(userAgent: string, os: OperatingSystem): Device {
  if (/TV\b|SmartTV|SMART-TV|BRAVIA|AFT[A-Z]|CrKey|Roku|PlayStation|Nintendo|Xbox/.test(userAgent)) return 'other';
  if (/iPad|Tablet(?! PC)|Kindle|Silk\/|PlayBook/.test(userAgent)) return 'tablet';
  if (/Mobi|iPhone|iPod|Windows Phone|Opera Mini/.test(userAgent)) return 'mobile';
  if (os === 'Android') return 'tablet';
  return os === 'Other' && !/BSD|SunOS/.test(userAgent) ? 'other' : 'desktop';
}

const TARGETED: Readonly<Record<OperatingSystem, VisitorSystem>> = {
  iOS: 'ios',
  Android: 'android',
  Windows: 'windows',
  macOS: 'macos',
  Linux: 'linux',
  ChromeOS: 'desktop',
  Other: null,
};

/** The system as targeting knows it: ChromeOS counts as `desktop` (decisions, fine points). */
export function targetedSystem(os: OperatingSystem): VisitorSystem {
  return TARGETED[os];
}
