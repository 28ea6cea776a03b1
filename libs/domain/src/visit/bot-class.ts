import { isbot } from 'isbot';
import { BOT_HINTS, BOT_NAMES, CLEAR_SIGNS, OTHER_BOTS } from './bot-words.js';
import type { BotClass } from './click-event.js';
import { OFFICE } from './user-agent.js';

const PATTERNS: readonly (readonly [BotClass, RegExp])[] = BOT_NAMES.map(([botClass, names]) => [
  botClass,
  new RegExp(names.join('|'), 'i'),
]);

/** One combined test, so that most people's agents are cleared with a single match before the classes are tried. */
const ANY_NAME = new RegExp(BOT_NAMES.flatMap(([, names]) => names).join('|'), 'i');

/** Office programs open links for people, except Outlook and the discovery requests, which only check them. */
const OFFICE_LOOKING = /outlook|existence discovery|protocol discovery|upload center|core storage|syncproc/i;

/** User agents of the common browsers, whatever the phone model: covers most requests with one match. */
const COMMON =
  /^Mozilla\/5\.0 \((?:Windows NT [\d.]+; Win64; x64|Macintosh; Intel Mac OS X [\d_.]+|X11; (?:Linux|CrOS) x86_64[\d. ]*|iP(?:hone|ad); CPU (?:iPhone )?OS [\d_]+ like Mac OS X|Linux; Android [\d.]+; [^;()]*)\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\)(?: (?:Chrome|Version|Mobile|Safari|Edg|EdgA|EdgiOS|OPR|CriOS|FxiOS|SamsungBrowser)(?:\/[\dA-Z.]+)?)+$/;

const PHONE = /Android|iPhone|iPad|iPod|HarmonyOS|OpenHarmony|KAIOS|Windows (?:Phone|CE|Mobile)/;
const ENGINE = /AppleWebKit|Gecko\/|Trident|MSIE/;
/** Apps on phones and tablets, and phone browsers from before Android and iOS. */
const PHONE_APP =
  /CFNetwork\/|^Dalvik\/|\b(?:iPhone|iPad|iPod|Watch)_?(?:\d|OS\b|[;)])|iPadOS|\biOS[ /_]?\d|\(iOS\)|UCBrowser\b|UP\.Browser|FBAN\/|MAUI|MIDP|CLDC|WAP[- ]?Browser|\bWAP\d|BREW\/|Bada\/|J2ME|^iP(?:hone|ad|od)\w*$|; U; Android|^(?:com|org|net)\.[\w.]+\/|\bAndroid[ /]\d/i;
/** Phones from before Android and iOS that are named by their maker and model alone. */
const NAMED_PHONE =
  /^(?:SAMSUNG|LGE?|Nokia|MOT(?:OROLA)?|SIE|Alcatel|HTC|SonyEricsson|BlackBerry|PANTECH|BIRD|HUAWEI|KDDI|ZTE|SCH)[-_ /]?[A-Z-]{0,8}\d/i;
/** Browsers without a known engine in their agent, which are still not bots. */
const SMALL_BROWSER = /^(?:Lynx|w3m|E?Links|Elinks|NetSurf|Dillo|NCSA_Mosaic|VMS_Mosaic|Contiki|IBrowse|Uzbl)\b/i;
/** Televisions, set-top boxes and smart speakers whose names contain words that the isbot library treats as bots. */
const APPLIANCE = /^smarttv_|RokuOS|;tpapi;|SMART-TV|GoogleTV|HbbTV|VIDAA|\bOMI\/|CrKey|^Opera\/9\.80|\bNETTV\b/i;
/** Words of desktop systems and browsers that the isbot library treats as bots. */
const HARMLESS = /Windows Server|Sogou(?!\w* ?\w* ?spider)\w*|Google Earth(?: Pro)?|QQDownload|chromeframe/gi;

/**
 * Bot class of a user agent (decisions 9 and the fine points), or null for a person's browser or app. An empty user
 * agent is `automation`; a bot of no known class is `other`.
 *
 * Checked in this order: names of known programs, then signs that no person's agent has, then the word list of the
 * isbot library. Device names are ignored, and the library's list is only used if the agent is neither a phone's
 * browser nor a phone's app.
 * @param userAgent at most a few hundred characters; the caller truncates longer ones.
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
  const isPhones =
    (PHONE.test(text) && ENGINE.test(text)) || [PHONE_APP, NAMED_PHONE, APPLIANCE].some((sign) => sign.test(text));
  return isPhones ? CLEAR_SIGNS.test(text) : isbot(text.replace(HARMLESS, ''));
}

/**
 * The part of an Android agent after the version: the model name, chosen by the maker (`Spider 8`, `XBot Junior`,
 * `Perla`).
 */
const ANDROID_MODEL = /^(Mozilla\/5\.0 .{0,24}?Android[^;)]*)[;)].*?(?=AppleWebKit|Gecko\/|$)/;
/** The model name in fields that apps append, and the fields of Facebook's apps. */
const DEVICE_FIELDS = /\([^()]*(?:\bAndroid\b|\d+dpi)[^()]*\)|\[?FBAN\/[^\]]*\]?/g;
/** Programs that put their own name where the model name would be. */
const NAMED_AS_MODEL = /catchpoint|duplexweb|bot-google|compatible|https?:/i;

/** The user agent without device names, which say nothing about the program. */
function withoutDevice(userAgent: string): string {
  return userAgent
    .replace(ANDROID_MODEL, (whole, head: string) => (NAMED_AS_MODEL.test(whole) ? whole : `${head}) `))
    .replace(DEVICE_FIELDS, (fields) => (NAMED_AS_MODEL.test(fields) ? fields : '(Linux; U; Android)'));
}
