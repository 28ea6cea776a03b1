import { oneLine } from '../platform/errors/index.js';
import { escapeHtml } from '../platform/escape-html.js';
import type { Language } from '../platform/http/index.js';
import { figuresHtml, figuresText, FONT, listHtml, listText, type MailFigure, type MailList } from './mail-tables.js';
import type { RenderedMail } from './mail.js';

/** Parts shared by all mails of a language. */
export interface MailFrame {
  readonly language: Language;
  readonly ifButtonFails: string;
}

/** The parts of a mail. All texts are plain; the layout escapes them. */
export interface MailParts {
  readonly subject: string;
  readonly heading: string;
  /** Paragraphs before the button. */
  readonly paragraphs: readonly string[];
  /** A short URL or quotation in a separate box. */
  readonly well?: string;
  readonly figures?: readonly MailFigure[];
  readonly lists?: readonly MailList[];
  readonly action: { readonly label: string; readonly url: string };
  /** A secondary action. */
  readonly alternative?: { readonly label: string; readonly url: string };
  /** Why the recipient gets this mail, and what happens if it is ignored. */
  readonly footnote: string;
  /** Link to unsubscribe from such mails. */
  readonly footAction?: { readonly label: string; readonly url: string };
}

/** Renders a mail as plain text and as HTML in the product's colours, light and dark, without any remote content. */
export function layOut(parts: MailParts, frame: MailFrame): RenderedMail {
  return { subject: oneLine(parts.subject), text: toText(parts), html: toHtml(parts, frame), link: parts.action.url };
}

function toText(parts: MailParts): string {
  const { action, alternative, well, figures = [], lists = [], footAction } = parts;
  const foot = footAction === undefined ? '' : `\n${footAction.label}:\n${footAction.url}`;
  const blocks = [
    parts.heading,
    ...parts.paragraphs,
    ...(figures.length === 0 ? [] : [figuresText(figures)]),
    ...lists.map(listText),
    ...(well === undefined ? [] : [well.replace(/^/gm, '  ')]),
    `${action.label}:\n${action.url}`,
    ...(alternative === undefined ? [] : [`${alternative.label}:\n${alternative.url}`]),
    `-- \n${parts.footnote}${foot}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Colours that a dark mail client swaps: class, property, light value, dark value. */
const THEME = [
  ['ground', 'background-color', '#FBFAF7', '#0F1318'],
  ['surface', 'background-color', '#FFFFFF', '#161B22'],
  ['surface', 'border-color', '#E4E0D6', '#2B343F'],
  ['well', 'background-color', '#F3F1EB', '#1E252E'],
  ['well', 'color', '#14181F', '#EEF1F4'],
  ['ink', 'color', '#14181F', '#EEF1F4'],
  ['ink-2', 'color', '#5A6270', '#9AA5B1'],
  ['post', 'background-color', '#14181F', '#EEF1F4'],
  ['link', 'color', '#14181F', '#EEF1F4'],
  ['line', 'border-color', '#E4E0D6', '#2B343F'],
  ['action', 'background-color', '#F2B705', '#F7C52B'],
] as const;

const rules = (dark: boolean): string =>
  THEME.map(([name, property, light, night]) => `.${name}{${property}:${dark ? `${night}!important` : light}}`).join(
    '\n',
  );

const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
${rules(false)}
@media (prefers-color-scheme:dark){
${rules(true)}
}
@media (max-width:600px){.card{padding:24px 20px!important}}`;

const MONO = `font-family:'Overpass Mono',ui-monospace,SFMono-Regular,Menlo,Consolas,monospace`;

/** The logo, a post with two boards, built from table cells because mail clients block remote images. */
const MARK = `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td style="padding-right:10px"><table role="presentation" cellpadding="0" cellspacing="0" border="0" width="22">
<tr><td width="4" height="2"></td><td class="post" width="4" height="2" style="background-color:#14181F;font-size:0;line-height:2px">&nbsp;</td><td width="14" height="2"></td></tr>
<tr><td width="4" height="6"></td><td class="action" width="4" height="6" style="background-color:#F2B705;font-size:0;line-height:6px">&nbsp;</td><td class="action" width="14" height="6" style="background-color:#F2B705;font-size:0;line-height:6px">&nbsp;</td></tr>
<tr><td width="4" height="2"></td><td class="post" width="4" height="2" style="background-color:#14181F;font-size:0;line-height:2px">&nbsp;</td><td width="14" height="2"></td></tr>
<tr><td class="post" width="4" height="6" style="background-color:#14181F;font-size:0;line-height:6px">&nbsp;</td><td class="post" width="4" height="6" style="background-color:#14181F;font-size:0;line-height:6px">&nbsp;</td><td width="14" height="6"></td></tr>
<tr><td width="4" height="6"></td><td class="post" width="4" height="6" style="background-color:#14181F;font-size:0;line-height:6px">&nbsp;</td><td width="14" height="6"></td></tr>
</table></td>
<td class="ink" style="${FONT};font-size:16px;font-weight:700;letter-spacing:-0.01em;color:#14181F">Signpost</td>
</tr></table>`;

function toHtml(parts: MailParts, { language, ifButtonFails }: MailFrame): string {
  const { action, alternative, well, figures = [], lists = [], footAction } = parts;
  const foot =
    footAction === undefined
      ? ''
      : `<br><a class="ink-2" href="${escapeHtml(footAction.url)}" style="color:#5A6270">${escapeHtml(footAction.label)}</a>`;
  const body = [
    `<h1 class="ink" style="margin:0 0 12px;${FONT};font-size:20px;line-height:28px;font-weight:650;letter-spacing:-0.01em;color:#14181F">${escapeHtml(parts.heading)}</h1>`,
    ...parts.paragraphs.map(
      (text) =>
        `<p class="ink" style="margin:0 0 16px;${FONT};font-size:15px;line-height:23px;color:#14181F">${escapeHtml(text)}</p>`,
    ),
    ...(figures.length === 0 ? [] : [figuresHtml(figures)]),
    ...lists.map(listHtml),
    ...(well === undefined
      ? []
      : [
          `<div class="well" style="margin:0 0 16px;padding:12px 14px;border-radius:6px;background-color:#F3F1EB;color:#14181F;${MONO};font-size:14px;line-height:21px;word-break:break-word">${escapeHtml(well).replace(/\n/g, '<br>')}</div>`,
        ]),
    `<p style="margin:24px 0"><a class="action" href="${escapeHtml(action.url)}" style="display:inline-block;padding:11px 20px;border-radius:6px;background-color:#F2B705;color:#14181F;${FONT};font-size:15px;line-height:20px;font-weight:650;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
    ...(alternative === undefined
      ? []
      : [
          `<p style="margin:0 0 16px"><a class="link" href="${escapeHtml(alternative.url)}" style="${FONT};font-size:14px;line-height:20px;color:#14181F">${escapeHtml(alternative.label)}</a></p>`,
        ]),
    `<p class="ink-2" style="margin:0;${FONT};font-size:12px;line-height:18px;color:#5A6270">${escapeHtml(ifButtonFails)}<br><a class="ink-2" href="${escapeHtml(action.url)}" style="color:#5A6270;word-break:break-all">${escapeHtml(action.url)}</a></p>`,
  ];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(oneLine(parts.subject))}</title>
<style>${STYLE}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#FBFAF7">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#FBFAF7">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px">
<tr><td style="padding:0 4px 16px">
${MARK}
</td></tr>
<tr><td class="surface card" style="padding:32px;border:1px solid #E4E0D6;border-radius:10px;background-color:#FFFFFF">
${body.join('\n')}
</td></tr>
<tr><td class="ink-2" style="padding:16px 4px 0;${FONT};font-size:12px;line-height:18px;color:#5A6270">${escapeHtml(parts.footnote)}${foot}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}
