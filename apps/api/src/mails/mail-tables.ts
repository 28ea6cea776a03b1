import { escapeHtml } from '../platform/escape-html.js';

/** Style of text: mail clients load no fonts, and inherit none in tables. */
export const FONT = `font-family:Overpass,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;

/** A figure with its label and an explanation. */
export interface MailFigure {
  readonly label: string;
  readonly value: string;
  readonly note: string;
}

/** Links under a heading. Names are one line each. */
export interface MailList {
  readonly heading: string;
  readonly rows: readonly { readonly name: string; readonly url: string; readonly value?: string }[];
  /** Shown below if there are more. */
  readonly more?: string;
}

const TABLE = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

/** Figures as lines of text. */
export function figuresText(figures: readonly MailFigure[]): string {
  return figures.map(({ label, value, note }) => `${label}: ${value} (${note})`).join('\n');
}

/** Figures next to each other, in table cells, because mail clients support no other layout reliably. */
export function figuresHtml(figures: readonly MailFigure[]): string {
  const width = Math.floor(100 / figures.length);
  const cells = figures.map(
    ({
      label,
      value,
      note,
    }) => `<td class="ink-2" width="${width}%" valign="top" style="padding:0 12px 0 0;${FONT};font-size:12px;line-height:18px;color:#5A6270">${escapeHtml(label)}<br>
<span class="ink" style="${FONT};font-size:28px;line-height:36px;font-weight:650;color:#14181F">${escapeHtml(value)}</span><br>
${escapeHtml(note)}</td>`,
  );
  return `${TABLE} style="margin:0 0 24px"><tr>\n${cells.join('\n')}\n</tr></table>`;
}

/** A list as lines of text. */
export function listText({ heading, rows, more }: MailList): string {
  const lines = rows.map(({ name, url, value }) => `- ${name}${value === undefined ? '' : `: ${value}`}\n  ${url}`);
  return [heading, ...lines, ...(more === undefined ? [] : [`- ${more}`])].join('\n');
}

/** A list as a table, each link with its value. */
export function listHtml({ heading, rows, more }: MailList): string {
  const cell = `style="padding:7px 0;border-top:1px solid #E4E0D6;${FONT};font-size:14px;line-height:20px;color:#14181F;word-break:break-word"`;
  const lines = rows.map(
    ({ name, url, value = '' }) =>
      `<tr><td class="ink line" ${cell}><a class="link" href="${escapeHtml(url)}" style="color:#14181F">${escapeHtml(name)}</a></td><td class="ink line" align="right" valign="top" ${cell}>${escapeHtml(value)}</td></tr>`,
  );
  const rest = more === undefined ? '' : `<tr><td class="ink line" colspan="2" ${cell}>${escapeHtml(more)}</td></tr>`;
  return `${TABLE} style="margin:0 0 20px"><tr><td class="ink-2" colspan="2" style="padding:0 0 6px;${FONT};font-size:12px;line-height:18px;font-weight:650;color:#5A6270">${escapeHtml(heading)}</td></tr>
${lines.join('\n')}${rest}</table>`;
}
