import { escapeHtml } from '../../platform/escape-html.js';
import type { Language } from '../../platform/http/index.js';
import { PAGE_MARK, PAGE_STYLE, SCHEME_SCRIPT, TIME_SCRIPT } from './page-style.js';
import { PAGE_TEXTS, type PageText, type PageTexts } from './page-texts.js';

/** Pages that visitors see. All of them work without scripts; see {@link SCHEME_SCRIPT} and {@link TIME_SCRIPT}. */
export type Page =
  | { readonly kind: 'not_found' | 'quarantined' | 'disabled' | 'expired' | 'limit_reached' }
  | { readonly kind: 'unavailable' | 'limited' | 'method' | 'forbidden' | 'too_long' }
  | { readonly kind: 'scheduled'; readonly opensAt: number | null }
  | UnlockPage
  | ReportPage
  | { readonly kind: 'report_address'; readonly problem: boolean }
  | { readonly kind: 'reported'; readonly backUrl: string | null };

/** Why a form is shown again; `limited` states when it may be sent again. */
export type FormProblem =
  { readonly kind: 'missing' | 'wrong' | 'reason' } | { readonly kind: 'limited'; readonly retryAfterSeconds: number };

/** The form for the password of a link. */
export interface UnlockPage {
  readonly kind: 'unlock';
  readonly slug: string;
  readonly title: string | null;
  readonly workspaceName: string;
  /** URL that the form is posted to. */
  readonly action: string;
  readonly reportUrl: string;
  readonly problem: FormProblem | null;
}

/** The form for reporting a link. */
export interface ReportPage {
  readonly kind: 'report';
  readonly slug: string;
  readonly action: string;
  /** Page that the visitor came from; null when unknown. */
  readonly backUrl: string | null;
  readonly reason: string;
  readonly problem: FormProblem | null;
}

/** Name and logo of the workspace whose address was requested. */
export interface Brand {
  readonly name: string;
  readonly logoUrl: string | null;
}

/**
 * The complete HTML document of a page.
 * @param brand null where the host selects no workspace, or the workspace is unknown.
 * @param httpsUrl https URL of the page, if it is reachable by https and may have been opened over http.
 */
export function renderPage(
  page: Page,
  language: Language,
  brand: Brand | null = null,
  httpsUrl: string | null = null,
): string {
  const texts = PAGE_TEXTS[language];
  const { heading, body } = content(page, texts, language);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(heading)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
${httpsUrl === null ? '' : schemeNotice(httpsUrl, texts)}${brand === null ? PAGE_MARK : brandLine(brand)}
<h1${page.kind === 'unlock' ? ' dir="auto"' : ''}>${escapeHtml(heading)}</h1>
${body}
</main>
</body>
</html>
`;
}

function schemeNotice(url: string, texts: PageTexts): string {
  const address = escapeHtml(url);
  return `<p id="scheme" role="alert" hidden>${escapeHtml(texts.plainHttp)} <a href="${address}">${address}</a></p>
<script>${SCHEME_SCRIPT}</script>
`;
}

/** The logo has an empty `alt`, because the name next to it says the same. */
function brandLine({ name, logoUrl }: Brand): string {
  const picture =
    logoUrl === null ? PAGE_MARK : `<span class="plate"><img class="logo" src="${escapeHtml(logoUrl)}" alt=""></span>`;
  return `<p class="brand">${picture}<span dir="auto">${escapeHtml(name)}</span></p>`;
}

function content(page: Page, texts: PageTexts, language: Language): { heading: string; body: string } {
  switch (page.kind) {
    case 'not_found':
      return plain(texts.notFound);
    case 'quarantined':
      return stopped(texts);
    case 'disabled':
      return plain(texts.disabled);
    case 'expired':
      return plain(texts.expired);
    case 'limit_reached':
      return plain(texts.limitReached);
    case 'unavailable':
      return plain(texts.unavailable);
    case 'limited':
      return plain(texts.limited);
    case 'method':
      return plain(texts.method);
    case 'too_long':
      return plain(texts.tooLong);
    case 'forbidden':
      return plain(texts.forbidden);
    case 'reported': {
      const { heading, body } = plain(texts.reported);
      return { heading, body: `${body}${back(page.backUrl, texts)}` };
    }
    case 'scheduled':
      return scheduled(page.opensAt, texts, language);
    case 'unlock':
      return unlock(page, texts, language);
    case 'report':
      return report(page, texts, language);
    case 'report_address':
      return reportAddress(page.problem, texts);
  }
}

function plain({ title, text }: PageText): { heading: string; body: string } {
  return { heading: title, body: `<p>${escapeHtml(text)}</p>` };
}

/** The page of a quarantined link, with a link to the report form for a visitor who knows more about it. */
function stopped(texts: PageTexts): { heading: string; body: string } {
  const { heading, body } = plain(texts.quarantined);
  return { heading, body: `${body}\n<p class="foot"><a href="/report">${escapeHtml(texts.reportAnother)}</a></p>` };
}

/** Asks for the address of the link to report; its report form is the next page. */
function reportAddress(isWrong: boolean, texts: PageTexts): { heading: string; body: string } {
  const error = isWrong ? `<p class="error" id="problem" role="alert">${escapeHtml(texts.addressMissing)}</p>\n` : '';
  return {
    heading: texts.report.title,
    body: `<p>${escapeHtml(texts.report.text)}</p>
<form method="get" action="/report">
<label for="link">${escapeHtml(texts.shortAddress)}</label>
<input id="link" name="link" maxlength="2048" required autocomplete="off" autocapitalize="none" spellcheck="false"${isWrong ? ' autofocus aria-invalid="true" aria-describedby="problem"' : ''}>
${error}<button>${escapeHtml(texts.next)}</button>
</form>`,
  };
}

function scheduled(opensAt: number | null, texts: PageTexts, language: Language): { heading: string; body: string } {
  const { heading, body } = plain(texts.scheduled);
  if (opensAt === null) return { heading, body };
  const instant = new Date(opensAt);
  const words = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(
    instant,
  );
  return {
    heading,
    body: `${body}\n<p>${texts.opens}: <time datetime="${instant.toISOString()}">${words} UTC</time></p>\n<script>${TIME_SCRIPT}</script>`,
  };
}

function unlock(page: UnlockPage, texts: PageTexts, language: Language): { heading: string; body: string } {
  const problem = problemOf(page.problem, texts, texts.tooManyAttempts, language);
  return {
    heading: page.title ?? texts.unlock.title,
    body: `<p>${escapeHtml(page.title === null ? '' : `${texts.unlock.title}. `)}${escapeHtml(texts.unlock.text)}</p>
<p>${escapeHtml(texts.sharedBy)} <strong dir="auto">${escapeHtml(page.workspaceName)}</strong></p>
<form method="post" action="${escapeHtml(page.action)}">
<label for="password">${escapeHtml(texts.password)}</label>
<input id="password" name="password" type="password" maxlength="200" required autofocus autocomplete="off"${problem.attributes}>
${problem.line}<button>${escapeHtml(texts.open)}</button>
</form>
<p class="foot"><a href="${escapeHtml(page.reportUrl)}">${escapeHtml(texts.reportThis)}</a></p>`,
  };
}

/** The error message below a form field, and the attributes that connect the field to it. */
function problemOf(
  problem: FormProblem | null,
  texts: PageTexts,
  tooMany: string,
  language: Language,
): { attributes: string; line: string } {
  if (problem === null) return { attributes: '', line: '' };
  const text = problemText(problem, texts, tooMany, language);
  return {
    // A field that is only rate limited has a valid value.
    attributes: `${problem.kind === 'limited' ? '' : ' aria-invalid="true"'} aria-describedby="problem"`,
    line: `<p class="error" id="problem" role="alert">${escapeHtml(text)}</p>\n`,
  };
}

function problemText(problem: FormProblem, texts: PageTexts, tooMany: string, language: Language): string {
  switch (problem.kind) {
    case 'missing':
      return texts.passwordMissing;
    case 'wrong':
      return texts.wrongPassword;
    case 'reason':
      return texts.reasonInvalid;
    case 'limited':
      return tooMany.replace('{when}', inWords(problem.retryAfterSeconds, language));
  }
}

/** A future time, such as "in 3 minutes". */
function inWords(seconds: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language);
  return seconds > 90 ? format.format(Math.ceil(seconds / 60), 'minute') : format.format(seconds, 'second');
}

function back(url: string | null, texts: PageTexts): string {
  return url === null ? '' : `\n<p class="foot"><a href="${escapeHtml(url)}">${escapeHtml(texts.back)}</a></p>`;
}

function report(page: ReportPage, texts: PageTexts, language: Language): { heading: string; body: string } {
  const problem = problemOf(page.problem, texts, texts.tooManyReports, language);
  return {
    heading: texts.report.title,
    body: `<p>${escapeHtml(texts.report.text)}</p>
<form method="post" action="${escapeHtml(page.action)}">
<p>${escapeHtml(texts.address)}: <code>${escapeHtml(page.slug)}</code></p>
<label for="reason">${escapeHtml(texts.reason)}</label>
<textarea id="reason" name="reason" maxlength="1000" required${page.problem === null ? '' : ' autofocus'}${problem.attributes}>${escapeHtml(page.reason)}</textarea>
${problem.line}<button>${escapeHtml(texts.send)}</button>
</form>${back(page.backUrl, texts)}`,
  };
}
