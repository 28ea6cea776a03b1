import type { Language } from '../../platform/http/index.js';

/** Texts of the pages that visitors see. */
export interface PageTexts {
  readonly notFound: PageText;
  readonly quarantined: PageText;
  readonly disabled: PageText;
  readonly expired: PageText;
  readonly limitReached: PageText;
  readonly scheduled: PageText;
  readonly unavailable: PageText;
  readonly limited: PageText;
  readonly method: PageText;
  readonly tooLong: PageText;
  readonly forbidden: PageText;
  readonly unlock: PageText;
  readonly report: PageText;
  readonly reported: PageText;
  readonly plainHttp: string;
  readonly opens: string;
  readonly password: string;
  readonly open: string;
  readonly wrongPassword: string;
  readonly passwordMissing: string;
  /** `{when}` stands for a future time, such as "in 3 minutes". */
  readonly tooManyAttempts: string;
  readonly tooManyReports: string;
  readonly sharedBy: string;
  readonly reportThis: string;
  readonly reportAnother: string;
  readonly shortAddress: string;
  readonly addressMissing: string;
  readonly next: string;
  readonly reason: string;
  readonly reasonInvalid: string;
  readonly address: string;
  readonly send: string;
  readonly back: string;
}

/** Heading and explanation of a page. */
export interface PageText {
  readonly title: string;
  readonly text: string;
}

/** The texts of visitors’ pages in every language. */
export const PAGE_TEXTS: Readonly<Record<Language, PageTexts>> = {
  en: {
    notFound: {
      title: 'Link not found',
      text: 'Check the address for typos, or ask the person who gave it to you.',
    },
    quarantined: {
      title: 'This link was stopped',
      text: 'Its destination may be harmful: it could ask for passwords or money under a false name. Do not try to reach it in another way.',
    },
    disabled: { title: 'This link is paused', text: 'Its owner has turned it off for now.' },
    expired: { title: 'This link has expired', text: 'It worked until its end date, which has passed.' },
    limitReached: {
      title: 'This link has reached its visit limit',
      text: 'It was set up for a limited number of visits, and all of them have been used.',
    },
    scheduled: { title: 'This link is not open yet', text: 'Come back when it opens.' },
    unavailable: {
      title: 'Temporarily unavailable',
      text: 'The link may exist, but we cannot look it up right now. Try again in a moment.',
    },
    limited: { title: 'Too many requests', text: 'Wait a moment before you try more addresses.' },
    method: { title: 'This address only redirects', text: 'You can open it, but not send data to it.' },
    tooLong: {
      title: 'This address is too long',
      text: 'It is longer than any link can be. Remove what does not belong to it.',
    },
    forbidden: {
      title: 'This form came from another site',
      text: 'Open the link again and use the form on that page.',
    },
    unlock: { title: 'This link is protected', text: 'Enter the password to continue.' },
    report: { title: 'Report a link', text: 'Tell the people responsible for this link what is wrong with it.' },
    reported: {
      title: 'Thank you',
      text: 'We have received your report. If the link exists, its owners have been informed.',
    },
    plainHttp: 'This page does not work without encryption. Open this address instead:',
    opens: 'Opens',
    password: 'Password',
    open: 'Open link',
    wrongPassword: 'That password is wrong.',
    passwordMissing: 'Enter the password.',
    tooManyAttempts: 'Too many attempts. Try again {when}.',
    tooManyReports: 'You have sent too many reports. Send this one {when}; your text stays here until then.',
    sharedBy: 'Shared by',
    reportThis: 'Report this link',
    reportAnother: 'Report a link',
    shortAddress: 'Address of the link',
    addressMissing: 'Enter the short address of the link.',
    next: 'Continue',
    reason: 'What is wrong with it?',
    reasonInvalid: 'Describe the problem in 1 to 1,000 characters.',
    address: 'Link',
    send: 'Send report',
    back: 'Back to the link',
  },
  de: {
    notFound: {
      title: 'Diesen Link gibt es nicht',
      text: 'Prüfen Sie die Adresse auf Tippfehler oder fragen Sie die Person, von der Sie sie haben.',
    },
    quarantined: {
      title: 'Dieser Link wurde gestoppt',
      text: 'Sein Ziel könnte schaden, etwa unter falschem Namen nach Passwörtern oder Geld fragen. Suchen Sie keinen anderen Weg dorthin.',
    },
    disabled: { title: 'Dieser Link ist pausiert', text: 'Wer ihn erstellt hat, hat ihn vorerst abgeschaltet.' },
    expired: { title: 'Dieser Link ist abgelaufen', text: 'Er galt bis zu seinem Enddatum, und das ist vorbei.' },
    limitReached: {
      title: 'Dieser Link hat sein Besuchslimit erreicht',
      text: 'Er war für eine begrenzte Zahl von Besuchen gedacht, und alle sind verbraucht.',
    },
    scheduled: { title: 'Dieser Link ist noch nicht offen', text: 'Kommen Sie wieder, wenn er öffnet.' },
    unavailable: {
      title: 'Vorübergehend nicht verfügbar',
      text: 'Vielleicht gibt es den Link, aber wir können ihn gerade nicht nachschlagen. Versuchen Sie es gleich noch einmal.',
    },
    limited: { title: 'Zu viele Anfragen', text: 'Warten Sie einen Moment, bevor Sie weitere Adressen probieren.' },
    method: { title: 'Diese Adresse leitet nur weiter', text: 'Sie lässt sich öffnen, nimmt aber keine Daten an.' },
    tooLong: {
      title: 'Diese Adresse ist zu lang',
      text: 'Sie ist länger, als ein Link sein kann. Entfernen Sie, was nicht dazugehört.',
    },
    forbidden: {
      title: 'Dieses Formular kam von einer anderen Seite',
      text: 'Öffnen Sie den Link noch einmal und nutzen Sie das Formular dort.',
    },
    unlock: { title: 'Dieser Link ist geschützt', text: 'Geben Sie sein Passwort ein, um fortzufahren.' },
    report: {
      title: 'Einen Link melden',
      text: 'Sagen Sie den Verantwortlichen, was mit diesem Link nicht stimmt.',
    },
    reported: {
      title: 'Danke',
      text: 'Ihre Meldung ist eingegangen. Wenn es den Link gibt, wissen seine Besitzer jetzt davon.',
    },
    plainHttp: 'Diese Seite funktioniert nicht unverschlüsselt. Öffnen Sie stattdessen diese Adresse:',
    opens: 'Öffnet',
    password: 'Passwort',
    open: 'Link öffnen',
    wrongPassword: 'Das Passwort ist falsch.',
    passwordMissing: 'Geben Sie das Passwort ein.',
    tooManyAttempts: 'Zu viele Versuche. Versuchen Sie es {when} noch einmal.',
    tooManyReports:
      'Von Ihnen kamen zu viele Meldungen. Senden Sie diese {when}; bis dahin bleibt Ihr Text hier stehen.',
    sharedBy: 'Geteilt von',
    reportThis: 'Diesen Link melden',
    reportAnother: 'Einen Link melden',
    shortAddress: 'Adresse des Links',
    addressMissing: 'Geben Sie die Kurzadresse des Links ein.',
    next: 'Weiter',
    reason: 'Was stimmt damit nicht?',
    reasonInvalid: 'Beschreiben Sie das Problem in 1 bis 1.000 Zeichen.',
    address: 'Link',
    send: 'Meldung senden',
    back: 'Zurück zum Link',
  },
};
