import { PAGE_MARK, PAGE_STYLE } from './page-style.js';
import { PAGE_TEXTS, type Language, type PageText, type PageTexts } from './page-texts.js';

export { PAGE_SECURITY_POLICY } from './page-style.js';

/** Pages that visitors see. None needs a script. */
export type Page =
  | { readonly kind: 'not_found' | 'disabled' | 'expired' | 'limit_reached' | 'unavailable' | 'limited' }
  | { readonly kind: 'method' | 'forbidden' | 'reported' }
  | { readonly kind: 'scheduled'; readonly opensAt: number | null }
  | UnlockPage
  | ReportPage;

export interface UnlockPage {
  readonly kind: 'unlock';
  readonly slug: string;
  readonly title: string | null;
  readonly workspaceName: string;
  readonly logoUrl: string | null;
  /** Where the form goes. */
  readonly action: string;
  readonly reportUrl: string;
  readonly problem: 'missing' | 'wrong' | 'limited' | null;
}

export interface ReportPage {
  readonly kind: 'report';
  readonly slug: string;
  readonly action: string;
  readonly reason: string;
  readonly problem: 'reason' | null;
}

/** The language of a page: German for those who prefer it, English for everyone else. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '')
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find((q) => q !== undefined);
      return { tag: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => (tag === 'de' || tag === 'en') && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return wanted[0]?.tag === 'de' ? 'de' : 'en';
}

/** The whole document of a page. */
export function renderPage(page: Page, language: Language): string {
  const texts = PAGE_TEXTS[language];
  const { heading, body } = content(page, texts, language);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escape(heading)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
${page.kind === 'unlock' && page.logoUrl !== null ? `<img class="logo" src="${escape(page.logoUrl)}" alt="${escape(page.workspaceName)}">` : PAGE_MARK}
<h1>${escape(heading)}</h1>
${body}
</main>
</body>
</html>
`;
}

function content(page: Page, texts: PageTexts, language: Language): { heading: string; body: string } {
  switch (page.kind) {
    case 'not_found':
      return plain(texts.notFound);
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
    case 'forbidden':
      return plain(texts.forbidden);
    case 'reported':
      return plain(texts.reported);
    case 'scheduled':
      return scheduled(page.opensAt, texts, language);
    case 'unlock':
      return unlock(page, texts);
    case 'report':
      return report(page, texts);
  }
}

function plain({ title, text }: PageText): { heading: string; body: string } {
  return { heading: title, body: `<p>${escape(text)}</p>` };
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
    body: `${body}\n<p>${texts.opens}: <time datetime="${instant.toISOString()}">${words} UTC</time></p>`,
  };
}

function unlock(page: UnlockPage, texts: PageTexts): { heading: string; body: string } {
  const problem = page.problem === null ? '' : unlockProblem(page.problem, texts);
  const invalid = problem === '' ? '' : ' aria-invalid="true" aria-describedby="problem"';
  return {
    heading: page.title ?? texts.unlock.title,
    body: `<p>${escape(page.title === null ? '' : `${texts.unlock.title}. `)}${escape(texts.unlock.text)}</p>
<p>${escape(texts.sharedBy)} <strong>${escape(page.workspaceName)}</strong></p>
<form method="post" action="${escape(page.action)}">
<label for="password">${escape(texts.password)}</label>
<input id="password" name="password" type="password" maxlength="200" required autofocus autocomplete="off"${invalid}>
${problem === '' ? '' : `<p class="error" id="problem" role="alert">${escape(problem)}</p>\n`}<button>${escape(texts.open)}</button>
</form>
<p class="foot"><a href="${escape(page.reportUrl)}">${escape(texts.reportThis)}</a></p>`,
  };
}

function unlockProblem(problem: 'missing' | 'wrong' | 'limited', texts: PageTexts): string {
  switch (problem) {
    case 'missing':
      return texts.passwordMissing;
    case 'wrong':
      return texts.wrongPassword;
    case 'limited':
      return texts.tooManyAttempts;
  }
}

function report(page: ReportPage, texts: PageTexts): { heading: string; body: string } {
  const invalid = page.problem === null ? '' : ' aria-invalid="true" aria-describedby="problem"';
  return {
    heading: texts.report.title,
    body: `<p>${escape(texts.report.text)}</p>
<form method="post" action="${escape(page.action)}">
<p>${escape(texts.address)}: <code>${escape(page.slug)}</code></p>
<label for="reason">${escape(texts.reason)}</label>
<textarea id="reason" name="reason" maxlength="1000" required${invalid}>${escape(page.reason)}</textarea>
${page.problem === null ? '' : `<p class="error" id="problem" role="alert">${escape(texts.reasonInvalid)}</p>\n`}<button>${escape(texts.send)}</button>
</form>`,
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
