import type { MailTexts } from './mail-texts.js';
import type { SecurityMail } from './mail.js';

/** What happened, in one sentence. */
const SECURITY: Readonly<Record<SecurityMail['about'], (mail: SecurityMail) => string>> = {
  passkey_added: ({ name }) =>
    `Der Passkey „${name ?? ''}“ wurde zu Ihrem Konto bei Signpost hinzugefügt. Er meldet ohne Passwort an.`,
  passkey_removed: ({ name }) => `Der Passkey „${name ?? ''}“ wurde aus Ihrem Konto bei Signpost entfernt.`,
  second_factor_enabled: () =>
    'Ihr Konto bei Signpost fragt nach dem Passwort jetzt nach einem Code einer Authenticator-App.',
  second_factor_disabled: () => 'Ihr Konto bei Signpost fragt nach dem Passwort nicht mehr nach einem Code.',
  recovery_code_used: ({ left }) =>
    `Statt der Authenticator-App wurde ein Wiederherstellungscode benutzt. Übrig sind ${left ?? 0}.`,
};

const SECURITY_HEADING: Readonly<Record<SecurityMail['about'], string>> = {
  passkey_added: 'Ein Passkey wurde hinzugefügt',
  passkey_removed: 'Ein Passkey wurde entfernt',
  second_factor_enabled: 'Der zweite Faktor ist an',
  second_factor_disabled: 'Der zweite Faktor ist aus',
  recovery_code_used: 'Ein Wiederherstellungscode wurde benutzt',
};

export const GERMAN: MailTexts = {
  ifButtonFails: 'Wenn die Schaltfläche nichts tut, öffnen Sie diese Adresse:',
  verification: ({ url }) => ({
    subject: 'Bestätigen Sie Ihre Adresse für Signpost',
    heading: 'Bestätigen Sie Ihre Adresse',
    paragraphs: [
      'Jemand, hoffentlich Sie, hat mit dieser Adresse ein Konto bei Signpost angelegt. Die Seite hinter der Schaltfläche fragt, ob Sie das waren.',
    ],
    action: { label: 'Adresse bestätigen', url },
    footnote:
      'Dieser Link gilt einmal, 24 Stunden lang. Wenn Sie kein Konto angelegt haben, sagen Sie das auf der Seite, und es wird gelöscht.',
  }),
  existing_account: ({ loginUrl, resetUrl }) => ({
    subject: 'Sie haben schon ein Konto bei Signpost',
    heading: 'Sie haben schon ein Konto',
    paragraphs: [
      'Jemand, hoffentlich Sie, wollte sich mit dieser Adresse registrieren. Zu ihr gibt es schon ein Konto, deshalb wurde nichts geändert.',
    ],
    action: { label: 'Anmelden', url: loginUrl },
    alternative: { label: 'Neues Passwort wählen', url: resetUrl },
    footnote: 'Wenn Sie das nicht waren, ignorieren Sie diese Mail: Über Ihr Konto hat niemand etwas erfahren.',
  }),
  password_reset: ({ url }) => ({
    subject: 'Wählen Sie ein neues Passwort für Signpost',
    heading: 'Wählen Sie ein neues Passwort',
    paragraphs: [
      'Jemand, hoffentlich Sie, hat um ein neues Passwort gebeten. Wer eines wählt, wird überall sonst abgemeldet.',
    ],
    action: { label: 'Neues Passwort wählen', url },
    footnote:
      'Dieser Link gilt einmal, eine Stunde lang. Wenn Sie nicht darum gebeten haben, ignorieren Sie diese Mail: Ihr Passwort bleibt.',
  }),
  invitation: ({ workspaceName, invitedBy, role, url }) => ({
    subject: `Kommen Sie zu ${workspaceName} bei Signpost`,
    heading: `Kommen Sie zu ${workspaceName}`,
    paragraphs: [
      `${invitedBy ?? 'Ein Mitglied'} lädt Sie ein, in ${workspaceName} kurze Links zu teilen. ${
        role === 'VIEWER' ? 'Sie werden Links und ihre Zahlen sehen.' : 'Sie werden Links anlegen und ändern.'
      }`,
    ],
    action: { label: 'Einladung annehmen', url },
    footnote:
      'Dieser Link gilt 7 Tage, nur für diese Adresse. Wenn Sie den Absender nicht kennen, ignorieren Sie diese Mail.',
  }),
  identity_connected: ({ providerName, passwordRemoved, accountUrl }) => ({
    subject: `Sie können sich jetzt mit ${providerName} bei Signpost anmelden`,
    heading: `Anmeldung mit ${providerName} ist möglich`,
    paragraphs: [
      `Ein Konto bei ${providerName} wurde mit Ihrem Konto bei Signpost verbunden.`,
      ...(passwordRemoved
        ? [
            'Das Passwort wurde entfernt und jeder Browser abgemeldet: Es war gewählt worden, bevor diese Adresse bestätigt war. Sie können ein neues festlegen.',
          ]
        : []),
    ],
    action: { label: 'Zum Konto', url: accountUrl },
    footnote:
      'Wenn Sie das nicht waren, entfernen Sie den Anmeldeweg dort, beenden Sie die anderen Sitzungen und wählen Sie ein neues Passwort.',
  }),
  security: (mail) => ({
    subject: `${SECURITY_HEADING[mail.about]}: Ihr Konto bei Signpost`,
    heading: SECURITY_HEADING[mail.about],
    paragraphs: [SECURITY[mail.about](mail)],
    action: { label: 'Zum Konto', url: mail.accountUrl },
    footnote:
      'Wenn Sie das nicht waren, beenden Sie dort die anderen Sitzungen, wählen Sie ein neues Passwort und sagen Sie es dem Betreiber.',
  }),
  email_change: ({ side, from, newEmail, url }) => ({
    subject:
      side === 'old'
        ? 'Eine neue Adresse für Ihr Konto bei Signpost?'
        : 'Bestätigen Sie Ihre neue Adresse für Signpost',
    heading: side === 'old' ? 'Eine neue Adresse für Ihr Konto?' : 'Bestätigen Sie Ihre neue Adresse',
    paragraphs: [
      side === 'old'
        ? `Jemand, hoffentlich Sie, möchte, dass Ihr Konto bei Signpost die Adresse ${newEmail} statt dieser hat.`
        : `Jemand, hoffentlich Sie, möchte, dass das Konto von ${from} bei Signpost diese Adresse hat.`,
      'Geändert wird sie, sobald das an beiden Adressen bestätigt ist: An jede ging eine Mail. Die Seite hinter der Schaltfläche fragt, ob Sie das waren.',
    ],
    action: { label: side === 'old' ? 'Änderung ansehen' : 'Adresse bestätigen', url },
    footnote:
      side === 'old'
        ? 'Dieser Link gilt einmal, 24 Stunden lang. Wenn Sie das nicht waren, sagen Sie das auf der Seite und wählen Sie ein neues Passwort: Wer das wollte, kannte Ihres.'
        : 'Dieser Link gilt einmal, 24 Stunden lang. Wenn Sie davon nichts wissen, ignorieren Sie diese Mail oder sagen Sie es auf der Seite: Dann ändert sich nichts.',
  }),
  email_changed: ({ from, newEmail, accountUrl }) => ({
    subject: 'Ihr Konto bei Signpost hat eine neue Adresse',
    heading: 'Ihr Konto hat eine neue Adresse',
    paragraphs: [
      `Sie war ${from} und ist jetzt ${newEmail}, an beiden bestätigt. Damit melden Sie sich an, und dorthin gehen Mails.`,
    ],
    action: { label: 'Zum Konto', url: accountUrl },
    footnote: 'Wenn Sie das nicht waren, sagen Sie es sofort dem Betreiber.',
  }),
  alert: ({ workspaceName, linkUrl }) => ({
    action: { label: 'Zum Link', url: linkUrl },
    footnote: `Sie bekommen diese Mail, weil Sie diesen Link in ${workspaceName} betreuen.`,
  }),
  expiring: (name, expiresAt) => ({
    subject: `Läuft bald ab: ${name}`,
    heading: 'Ein Link läuft bald ab',
    paragraphs: [
      `${name} läuft am ${expiresAt} ab. Geben Sie ihm einen späteren Zeitpunkt, wenn er noch gebraucht wird.`,
    ],
  }),
  nearLimit: (name, used, maximum) => ({
    subject: `Bald am Besuchslimit: ${name}`,
    heading: 'Ein Link ist bald an seinem Besuchslimit',
    paragraphs: [
      `${name} hat ${used} von ${maximum} Besuchen verbraucht. Nach dem letzten leitet er nicht mehr zu seinem Ziel.`,
    ],
  }),
  limitReached: (name, used, maximum) => ({
    subject: `Besuchslimit erreicht: ${name}`,
    heading: 'Ein Link hat sein Besuchslimit erreicht',
    paragraphs: [
      `${name} hat ${used} von ${maximum} ${maximum === 1 ? 'Besuch' : 'Besuchen'} verbraucht. Er leitet nicht mehr zu seinem Ziel. Erhöhen Sie das Limit, wenn er das soll.`,
    ],
  }),
  reviewDue: (name, reviewAt) => ({
    subject: `Zu prüfen: ${name}`,
    heading: 'Ein Link ist zu prüfen',
    paragraphs: [`${name} sollte bis ${reviewAt} geprüft werden. Sehen Sie nach, ob sein Ziel noch stimmt.`],
  }),
  report: ({ workspaceName, shortUrl, linkUrl }) => ({
    subject: `Ein Link von ${workspaceName} wurde gemeldet`,
    heading: 'Ein Link wurde gemeldet',
    paragraphs: [`Jemand hat ${shortUrl} gemeldet, einen Link von ${workspaceName}. Mit diesen Worten:`],
    action: { label: 'Zum Link', url: linkUrl },
    footnote:
      'Sie bekommen diese Mail, weil Sie den Arbeitsbereich leiten. Der Link leitet weiter, bis Sie ihn pausieren.',
  }),
  destination: ({ news, shortUrl, linkCount, workspaceName, linkUrl }) => ({
    subject: news === 'broken' ? `Ziel nicht erreichbar: ${shortUrl}` : `Ziel wieder erreichbar: ${shortUrl}`,
    heading: news === 'broken' ? 'Ein Ziel antwortet nicht mehr' : 'Ein Ziel antwortet wieder',
    paragraphs: [
      news === 'broken'
        ? `Zwei Prüfungen im Abstand von sechs Stunden haben ergeben, dass es diese Adresse nicht mehr gibt. ${linkCount === 1 ? `${shortUrl} führt` : `${linkCount} Links, zuerst ${shortUrl}, führen`} dorthin:`
        : `${linkCount === 1 ? `${shortUrl} führt` : `${linkCount} Links, zuerst ${shortUrl}, führen`} dorthin, und die Adresse antwortet wieder:`,
    ],
    action: { label: 'Zum Link', url: linkUrl },
    footnote: `Sie bekommen diese Mail, weil Sie diesen Link in ${workspaceName} betreuen.`,
  }),
  job_failed: ({ job, statusUrl }) => ({
    subject:
      job === 'backup'
        ? 'Eine Sicherung von Signpost ist fehlgeschlagen'
        : 'Eine Sicherung von Signpost ließ sich nicht wiederherstellen',
    heading: job === 'backup' ? 'Es gibt keine neue Sicherung' : 'Die Probe der Wiederherstellung ist fehlgeschlagen',
    paragraphs: [
      job === 'backup'
        ? 'Sehen Sie heute danach: Bis es wieder klappt, kostet eine verlorene Platte mehr als einen Tag an Änderungen.'
        : 'Verlassen Sie sich nicht auf die neueste Sicherung, bevor Sie wissen, warum. Machen Sie mit signpost backup eine andere.',
    ],
    action: { label: 'Zustand des Servers', url: statusUrl },
    footnote: 'Sie bekommen diese Mail, weil OPERATOR_EMAILS Sie nennt.',
  }),
  quarantine: ({ workspaceName, reason, linkCount, linkUrl }) => ({
    subject:
      linkCount === 1
        ? `Ein Link von ${workspaceName} wurde gestoppt`
        : `${linkCount} Links von ${workspaceName} wurden gestoppt`,
    heading: linkCount === 1 ? 'Ein Link wurde gestoppt' : `${linkCount} Links wurden gestoppt`,
    paragraphs: [
      linkCount === 1
        ? `Wer diesen Link aufruft, sieht eine Warnung statt des Ziels. Der Grund: ${reason}`
        : `Wer diese Links aufruft, sieht eine Warnung statt der Ziele. Der Grund beim ersten: ${reason}`,
    ],
    action: { label: 'Zum Link', url: linkUrl },
    footnote:
      'Sie bekommen diese Mail, weil Sie den Arbeitsbereich leiten. Der Betreiber dieses Servers kann sie freigeben.',
  }),
  default_removed: ({ workspaceName, reason, settingsUrl }) => ({
    subject: `Ein Standardziel von ${workspaceName} wurde entfernt`,
    heading: 'Ein Standardziel wurde entfernt',
    paragraphs: [
      `Unbekannte Adressen oder abgelaufene Links von ${workspaceName} oder die Kurzdomain selbst führten dorthin. Besucher sehen jetzt stattdessen eine Seite. Der Grund: ${reason}`,
    ],
    action: { label: 'Ein anderes wählen', url: settingsUrl },
    footnote: 'Sie bekommen diese Mail, weil Sie den Arbeitsbereich leiten.',
  }),
  creator_message: ({ workspaceName, shortUrl, by, from, linkUrl }) => ({
    subject: `Zu Ihrem Link ${shortUrl}`,
    heading: 'Eine Frage zu einem Link von Ihnen',
    paragraphs: [
      `Jemand hat ${shortUrl} gemeldet, einen Link, den Sie in ${workspaceName} angelegt haben.`,
      {
        workspace: `${from ?? workspaceName} bearbeitet dort die Meldungen und schreibt:`,
        operator:
          from === null ? 'Der Betreiber dieses Servers schreibt:' : `${from} betreibt diesen Server und schreibt:`,
      }[by],
    ],
    action: { label: 'Zum Link', url: linkUrl },
    footnote:
      from === null
        ? 'Sie bekommen diese Mail, weil Sie den Link angelegt haben.'
        : `Sie bekommen diese Mail, weil Sie den Link angelegt haben. Antworten Sie an ${from}.`,
  }),
  digest: {
    subject: (workspace, { now }, count) =>
      `${workspace}: ${count} ${now === 1 ? 'Klick' : 'Klicks'} in der letzten Woche`,
    heading: (workspace) => `${workspace}, letzte Woche`,
    greeting: (name) => `Guten Tag ${name},`,
    days: (days) => `${days}, gezählt in UTC-Tagen.`,
    clicks: 'Klicks',
    visitors: 'Eindeutige Besucher',
    change: ({ now, before }, percent) => {
      if (now === before) return 'so viele wie in der Woche davor';
      if (percent === null) return 'in der Woche davor keine';
      return now > before ? `↑ ${percent} mehr als in der Woche davor` : `↓ ${percent} weniger als in der Woche davor`;
    },
    topLinks: 'Am meisten geklickt',
    attention: {
      broken: 'Ziel nicht erreichbar',
      expiring: 'Laufen in 7 Tagen ab',
      near_limit: 'Bald am Besuchslimit',
      stopped: 'Gestoppt',
      review: 'Zu prüfen',
    },
    more: 'und weitere',
    action: 'Bericht öffnen',
    footnote: 'Sie bekommen diese Mail jeden Montag, weil der Wochenbericht in Ihrem Konto eingeschaltet ist.',
    switchOff: 'Abschalten',
  },
};
