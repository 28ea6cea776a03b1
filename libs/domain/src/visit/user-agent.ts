import type { Browser, Device, OperatingSystem } from './click-event.js';
import type { VisitorSystem } from '../link/targeting.js';

/**
 * An iPad that identifies itself as a Mac ("request desktop site"): no Mac has these apps (`CriOS`, `FxiOS`, `EdgiOS`)
 * or says `Mobile`.
 */
const IPAD_AS_MAC = /Macintosh.*(?:\b(?:\w+iOS|OPT|GSA|Focus|Klar|Coast)\/|\bios@|\/iOS\b|FBAN\/FBIOS| Mobile\/)/;

/**
 * Office programs by all their names (decisions 5, "Office"); an app's browser that adds their name to its own signs
 * counts as a browser.
 */
export const OFFICE =
  /^Microsoft (?:Office|Word|Excel|PowerPoint|Outlook)\b|^(?:Word|Excel|PowerPoint|(?:Mac)?Outlook(?:-iOS|-Android)*)\b|\bms-?office\b|\b(?:Existence|Protocol) Discovery\b/i;

// Order matters in both lists: most browsers also name others, and the first match is the correct one.
const SYSTEMS: readonly (readonly [OperatingSystem, RegExp])[] = [
  ['Other', /Windows (?:Phone|Mobile|CE)|IEMobile|WPDesktop|KAIOS|PlayStation/i],
  // Before iOS, because some Android tablets are named HiPad and NaviPad. The headsets and the tablets with Silk also
  // identify themselves as a Linux desktop or a Mac.
  ['Android', /(?<!\blike )Android|OculusBrowser|PicoBrowser|\bSilk\/|\bAdr \d/],
  [
    'Other',
    /Tizen|Web0S|webOS|Nintendo|\bXbox|FreeBSD|OpenBSD|NetBSD|DragonFly|SunOS|OpenHarmony|BlackBerry|\bBB10|PlayBook|Symbian|Fuchsia|Haiku|AppleTV|Apple TV/i,
  ],
  ['iOS', /(?<!\blike )\biP(?:hone|ad|od)|\biOS[ /]/],
  ['iOS', IPAD_AS_MAC],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /Macintosh|Mac OS|Mac_PowerPC|\bmacOS\b/],
  ['Windows', /Windows/],
  ['Linux', /Linux|X11/],
  // Office programs that name no system (decisions 5).
  ['Windows', OFFICE],
];

const BROWSERS_BY_SIGN: readonly (readonly [Browser, RegExp])[] = [
  ['Other', OFFICE],
  // Also names Samsung Internet.
  ['Other', /OculusBrowser/],
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|OPX|OPiOS|Opera|Opera Mini)\//],
  ['Samsung Internet', /SamsungBrowser\//],
  // Distinct browsers whose agents also contain the signs of Chrome, Firefox or Safari.
  [
    'Other',
    /\wBrowser\/|Browser\/\d|Vivaldi|YaApp_|UCBrowser|UCWEB|UCMobile|UBrowser|QQBrowser|Whale\/|Silk\/|DuckDuckGo|Ddg\/|Maxthon|MxBrowser|Sogou|MetaSr|SeaMonkey|PaleMoon|Trident|MSIE|Puffin|\bGSA\/|coc_coc|360(?:SE|EE|Browser)|LBBROWSER|LieBaoFast|Epiphany|Konqueror|Falkon|Midori|baidubrowser|baiduboxapp|QwantMobile|Qwant(?:iOS|Browser)|Quark\/|PlayStation|Nintendo|Brave\/|Phoenix\/|PHX\/|\bABB\/|\bSoul\/|SznProhlizec|JioSphere|\bKiwi |Ecosia|Startpage|Presearch|Avast\/|AVG\/|Norton\/|Avira\/|CCleaner\/|Comodo_Dragon|Sleipnir|Lunascape|Slimjet|Wolvic|mCent|Ghostery|Smooz|OmniWeb|Skyfire|Mobicip|MobileIron|AirWatch|Mb2345|K-Meleon|IceCat|Iceweasel|Waterfox/,
  ],
  ['Firefox', /\b(?:Firefox|FxiOS|Focus|Klar)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Other', /Android|Tizen|Web0S|webOS|SMART-TV|SmartTV/],
  // Limited to Apple's systems and Windows: other browsers with the same engine (GNOME Web) also contain `Safari`.
  ['Safari', /\b(?:Macintosh|iPhone|iPad|iPod|Windows)\b.*\bVersion\/\S+ .*Safari\//],
];

/** Browser label (decisions, fine points). */
export function browserOf(userAgent: string): Browser {
  for (const [browser, sign] of BROWSERS_BY_SIGN) if (sign.test(userAgent)) return browser;
  return 'Other';
}

/** Operating system label. ChromeOS has its own label, although targeting treats it as a desktop. */
export function operatingSystemOf(userAgent: string): OperatingSystem {
  for (const [system, sign] of SYSTEMS) if (sign.test(userAgent)) return system;
  return 'Other';
}

/** Televisions, streaming devices, consoles, headsets and watches. */
const APPLIANCE =
  /SmartTV|SMART-TV|Smart TV|Google ?TV|Android ?TV|Apple ?TV|HbbTV|NetCast|Web0S|BRAVIA|\bAFT[A-Z]|CrKey|Chromecast|Roku|VIDAA|Viera|MiTV|MIBOX|TV ?Box|TV Stick|smarttv_|PlayStation|Nintendo|\bXbox|OculusBrowser|PicoBrowser|Mobile VR\b|; Quest (?:\d|Pro)|\bAEO[A-Z]{2}\b|Family Hub|Watch(?:OS|\d)|Watch OS|(?:Galaxy|Pixel|Urbane|Zen|Tic) ?Watch|LG Watch|\bSM-[RL]\d{3}\b/i;
/**
 * A television or a box for one by its name, unless the agent is a phone's: models of phones that receive television
 * end in `TV` or `DTV`.
 */
const NAMED_TV = /[ ;(]TV\b|Android [\d.]+;[^)]*(?:(?<![a-z])TV(?![a-z])|box(?![a-z]))/i;
const TABLET = /\bTablet\b(?! PC)|Kindle|\bSilk\/|PlayBook|\bKF[A-Z]{3,}\b/;
const PHONE =
  /Mobi|Windows (?:Phone|CE)|WPDesktop|Opera Mini|\bPhone;|BlackBerry|BB10|Symbian|Series[346]0|MIDP|MAUI|WAP/;

/** Device type; televisions, consoles, headsets and programs are `other`. */
export function deviceOf(userAgent: string, os: OperatingSystem): Device {
  if (APPLIANCE.test(userAgent)) return 'other';
  switch (os) {
    case 'iOS':
      return /\biPad|Macintosh|\bTablet\b/.test(userAgent) ? 'tablet' : 'mobile';
    case 'Android':
      return androidDevice(userAgent);
    case 'Other':
      if (TABLET.test(userAgent)) return 'tablet';
      if (PHONE.test(userAgent)) return 'mobile';
      return /BSD|SunOS|DragonFly|Haiku|\b(?:PC|2in1); OpenHarmony/.test(userAgent) ? 'desktop' : 'other';
    case 'Linux':
      if (/TV\b|\bOMI\//.test(userAgent)) return 'other';
      if (TABLET.test(userAgent)) return 'tablet';
      return PHONE.test(userAgent) ? 'mobile' : 'desktop';
    default:
      return 'desktop';
  }
}

/** Android browsers say `Mobile` on a phone and nothing on a tablet; apps that send requests themselves say neither. */
function androidDevice(userAgent: string): Device {
  const isPhone = /Mobi|Opera Mini/.test(userAgent);
  if (!isPhone && NAMED_TV.test(userAgent)) return 'other';
  if (TABLET.test(userAgent)) return 'tablet';
  return isPhone || !/AppleWebKit|Gecko\//.test(userAgent) ? 'mobile' : 'tablet';
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
