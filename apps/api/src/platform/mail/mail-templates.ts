import { layOut, type MailParts } from './mail-layout.js';
import type { AlertMail, Mail, RenderedMail } from './mail.js';

/** Puts a mail into words. */
export function renderMail(mail: Mail): RenderedMail {
  return layOut(partsOf(mail));
}

function partsOf(mail: Mail): MailParts {
  switch (mail.kind) {
    case 'verification':
      return {
        subject: 'Verify your address for Signpost',
        heading: 'Verify your address',
        paragraphs: ['Somebody, hopefully you, made a Signpost account with this address. Confirm that it is yours.'],
        action: { label: 'Verify address', url: mail.url },
        footnote:
          'This link works once, for 24 hours. If you did not make an account, ignore this mail: nothing happens without the link.',
      };
    case 'existing_account':
      return {
        subject: 'You already have a Signpost account',
        heading: 'You already have an account',
        paragraphs: [
          'Somebody, hopefully you, tried to register with this address. It has an account already, so nothing was changed.',
        ],
        action: { label: 'Sign in', url: mail.loginUrl },
        alternative: { label: 'Choose a new password', url: mail.resetUrl },
        footnote: 'If this was not you, ignore this mail: whoever tried learned nothing about your account.',
      };
    case 'password_reset':
      return {
        subject: 'Choose a new Signpost password',
        heading: 'Choose a new password',
        paragraphs: ['Somebody, hopefully you, asked for a new password. Choosing one signs you out everywhere else.'],
        action: { label: 'Choose a new password', url: mail.url },
        footnote:
          'This link works once, for one hour. If you did not ask for it, ignore this mail: your password stays.',
      };
    case 'invitation':
      return {
        subject: `Join ${mail.workspaceName} on Signpost`,
        heading: `Join ${mail.workspaceName}`,
        paragraphs: [
          `${mail.invitedBy ?? 'A member'} invites you to share short links in ${mail.workspaceName}. ${
            mail.role === 'VIEWER' ? 'You will see links and their numbers.' : 'You will make and change links.'
          }`,
        ],
        action: { label: 'Accept the invitation', url: mail.url },
        footnote: 'This link works for 7 days, for this address only. If you do not know the sender, ignore this mail.',
      };
    case 'alert':
      return alertParts(mail);
    case 'report':
      return {
        subject: `A link of ${mail.workspaceName} was reported`,
        heading: 'A visitor reported a link',
        paragraphs: [`Somebody reported ${mail.shortUrl}, a link of ${mail.workspaceName}. In their words:`],
        well: mail.reason,
        action: { label: 'Look at the link', url: mail.linkUrl },
        footnote: 'You get this mail because you own the workspace. The link keeps working until you pause it.',
      };
  }
}

function alertParts(mail: AlertMail): MailParts {
  const name = mail.title ?? mail.shortUrl;
  const common = {
    well: mail.shortUrl,
    action: { label: 'Look at the link', url: mail.linkUrl },
    footnote: `You get this mail because you look after this link in ${mail.workspaceName}.`,
  };
  const { about } = mail;
  switch (about.reason) {
    case 'expiring':
      return {
        ...common,
        subject: `Expires soon: ${name}`,
        heading: 'A link expires soon',
        paragraphs: [`${name} expires on ${inWords(about.expiresAt)}. Give it a later date if visitors still need it.`],
      };
    case 'near_limit':
      return {
        ...common,
        subject: `Near its visit limit: ${name}`,
        heading: 'A link is near its visit limit',
        paragraphs: [
          `${name} has used ${about.usedVisits} of ${about.maximumVisits} visits. After the last one it stops redirecting to its destination.`,
        ],
      };
    case 'review_due':
      return {
        ...common,
        subject: `Due for review: ${name}`,
        heading: 'A link is due for review',
        paragraphs: [
          `${name} was to be reviewed by ${inWords(about.reviewAt)}. Check that its destination is still right.`,
        ],
      };
  }
}

/** `21 November 2026, 03:00 UTC`. */
function inWords(instant: string): string {
  const text = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(instant));
  return `${text.replace(' at ', ', ')} UTC`;
}
