import { isbot } from 'isbot';
import { BOT_HINTS, BOT_NAMES, CLEAR_SIGNS, OTHER_BOTS } from './bot-words.js';
import type { BotClass } from './click-event.js';
import { OFFICE } from './user-agent.js';

const PATTERNS: readonly (readonly [BotClass, RegExp])[] = BOT_NAMES.map(([botClass, names]) => [
  botClass,
  new RegExp(names.join('|'), 'i'),
]);

/** One test that every person passes at once, before the classes are told apart. */
const ANY_NAME = new RegExp(BOT_NAMES.flatMap(([, names]) => names).join('|'), 'i');

/** Of the Office programs, which open links for people, Outlook only looks, and so do the discoveries. */
const OFFICE_LOOKING = /outlook|existence discovery|protocol discovery|upload center|core storage|syncproc/i;

/** What the common browsers send and nothing else, whatever the model of a phone: most agents, and told at once. */
const COMMON =
  /^Mozilla\/5\.0 \((?:Windows NT [\d.]+; Win64; x64|Macintosh; Intel Mac OS X [\d_.]+|X11; (?:Linux|CrOS) x86_64[\d. ]*|iP(?:hone|ad); CPU (?:iPhone )?OS [\d_]+ like Mac OS X|Linux; Android [\d.]+; [^;()]*)\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\)(?: (?:Chrome|Version|Mobile|Safari|Edg|EdgA|EdgiOS|OPR|CriOS|FxiOS|SamsungBrowser)(?:\/[\dA-Z.]+)?)+$/;

const PHONE = /Android|iPhone|iPad|iPod|HarmonyOS|OpenHarmony|KAIOS/;
const ENGINE = /AppleWebKit|Gecko\//;
/** Requests of a phone's or tablet's apps, and browsers of phones before they had Android or iOS. */
const PHONE_APP =
  /CFNetwork\/|^Dalvik\/|\b(?:iPhone|iPad|iPod|Watch)_?(?:\d|OS\b|[;)])|iPadOS|\biOS[ /_]?\d|\(iOS\)|UCBrowser\/|FBAN\/|MAUI|MIDP|CLDC|WAP[- ]?Browser|\bWAP\d|BREW\/|Bada\/|J2ME|^iP(?:hone|ad|od)\w*$|; U; Android|^(?:com|org|net)\.[\w.]+\/|\bAndroid[ /]\d/i;
/** Browsers that are no bots for having no engine that others have. */
const SMALL_BROWSER = /^(?:Lynx|w3m|E?Links|Elinks|NetSurf|Dillo|NCSA_Mosaic|VMS_Mosaic|Contiki|IBrowse|Uzbl)\b/i;
/** Televisions, boxes and loudspeakers, by names that hold words of the library. */
const APPLIANCE = /^smarttv_|RokuOS|;tpapi;|SMART-TV|GoogleTV|HbbTV|VIDAA|\bOMI\/|CrKey|^Opera\/9\.80|\bNETTV\b/i;
/** Words of desktop systems and browsers that the library takes for a bot's. */
const HARMLESS = /Windows Server|Sogou(?!\w* ?\w* ?spider)\w*/gi;

/**
 * Bot class of a user agent (decisions 9 and the fine points), or null for a person's browser or app. No user agent at all
 * is `automation`; a bot that belongs to no known class is `other`.
 *
 * Decided by what the agent is: names of known programs first, then signs that no person's agent has, then a library's list
 * of words. The name of a device never counts, and the library's list only where neither a phone's browser nor its apps ask.
 * @param userAgent at most a few hundred characters; cut longer ones before.
 */
export function botClassOf(userAgent: string): BotClass | null {
  if (userAgent.trim() === '') return 'automation';
  if (COMMON.test(userAgent)) return null;
  if (OFFICE.test(userAgent)) return OFFICE_LOOKING.test(userAgent) ? 'preview' : null;
  const text = withoutDevice(userAgent);
  if (SMALL_BROWSER.test(text)) return null;
  if (ANY_NAME.test(text)) {
    for (const [botClass, pattern] of PATTERNS) if (pattern.test(text)) return botClass;
  }
  if (!isBotOfNoName(text)) return null;
  return BOT_HINTS.find(([, hint]) => hint.test(text))?.[0] ?? 'other';
}

function isBotOfNoName(text: string): boolean {
  if (OTHER_BOTS.test(text)) return true;
  const isPhones = (PHONE.test(text) && ENGINE.test(text)) || PHONE_APP.test(text) || APPLIANCE.test(text);
  return isPhones ? CLEAR_SIGNS.test(text) : isbot(text.replace(HARMLESS, ''));
}

/** Android's first comment from the version on: the model, which its maker named (`Spider 8`, `XBot Junior`, `Perla`). */
const ANDROID_MODEL = /^(Mozilla\/5\.0 .{0,24}?Android[^;)]*)[;)].*?(?=AppleWebKit|Gecko\/|$)/;
/** The same in what apps add, and the fields of Facebook's apps. */
const DEVICE_FIELDS = /\([^()]*(?:\bAndroid\b|\d+dpi)[^()]*\)|\[?FBAN\/[^\]]*\]?/g;
/** Programs that put their own name in the place of the model. */
const NAMED_AS_MODEL = /catchpoint|duplexweb|bot-google|compatible|https?:/i;

/** A user agent without the names of the device, which are no words of the program that asks. */
function withoutDevice(userAgent: string): string {
  if (!userAgent.includes('Android') && !userAgent.includes('FBAN/') && !userAgent.includes('dpi;')) return userAgent;
  return userAgent
    .replace(ANDROID_MODEL, (whole, head: string) => (NAMED_AS_MODEL.test(whole) ? whole : `${head}) `))
    .replace(DEVICE_FIELDS, (fields) => {
      if (NAMED_AS_MODEL.test(fields)) return fields;
      return fields.includes('FBAN/') ? ' FBAN/ ' : '(Linux; U; Android)';
    });
}
