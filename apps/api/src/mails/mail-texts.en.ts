import type { MailTexts } from './mail-texts.js';
import type { SecurityMail } from './mail.js';

/** What happened, in one sentence. */
const SECURITY: Readonly<Record<SecurityMail['about'], (mail: SecurityMail) => string>> = {
  passkey_added: ({ name }) => `The passkey “${name ?? ''}” was added to your Signpost account. It signs in by itself.`,
  passkey_removed: ({ name }) => `The passkey “${name ?? ''}” was removed from your Signpost account.`,
  second_factor_enabled: () => 'Your Signpost account now asks for a code of an authenticator app after the password.',
  second_factor_disabled: () => 'Your Signpost account no longer asks for a code after the password.',
  recovery_code_used: ({ left }) =>
    `A recovery code was used in place of the authenticator app. ${left ?? 0} of them are left.`,
};

const SECURITY_HEADING: Readonly<Record<SecurityMail['about'], string>> = {
  passkey_added: 'A passkey was added',
  passkey_removed: 'A passkey was removed',
  second_factor_enabled: 'The second factor is on',
  second_factor_disabled: 'The second factor is off',
  recovery_code_used: 'A recovery code was used',
};

export const ENGLISH: MailTexts = {
  ifButtonFails: 'If the button does nothing, open this address:',
  verification: ({ url }) => ({
    subject: 'Verify your address for Signpost',
    heading: 'Verify your address',
    paragraphs: [
      'Somebody, hopefully you, made a Signpost account with this address. The page behind the button asks whether it was you.',
    ],
    action: { label: 'Verify address', url },
    footnote:
      'This link works once, for 24 hours. If you did not make an account, say so on the page, and it is deleted.',
  }),
  existing_account: ({ loginUrl, resetUrl }) => ({
    subject: 'You already have a Signpost account',
    heading: 'You already have an account',
    paragraphs: [
      'Somebody, hopefully you, tried to register with this address. It has an account already, so nothing was changed.',
    ],
    action: { label: 'Sign in', url: loginUrl },
    alternative: { label: 'Choose a new password', url: resetUrl },
    footnote: 'If this was not you, ignore this mail: whoever tried learned nothing about your account.',
  }),
  password_reset: ({ url }) => ({
    subject: 'Choose a new Signpost password',
    heading: 'Choose a new password',
    paragraphs: ['Somebody, hopefully you, asked for a new password. Choosing one signs you out everywhere else.'],
    action: { label: 'Choose a new password', url },
    footnote: 'This link works once, for one hour. If you did not ask for it, ignore this mail: your password stays.',
  }),
  invitation: ({ workspaceName, invitedBy, role, url }) => ({
    subject: `Join ${workspaceName} on Signpost`,
    heading: `Join ${workspaceName}`,
    paragraphs: [
      `${invitedBy ?? 'A member'} invites you to share short links in ${workspaceName}. ${
        role === 'VIEWER' ? 'You will see links and their numbers.' : 'You will make and change links.'
      }`,
    ],
    action: { label: 'Accept the invitation', url },
    footnote: 'This link works for 7 days, for this address only. If you do not know the sender, ignore this mail.',
  }),
  identity_connected: ({ providerName, passwordRemoved, accountUrl }) => ({
    subject: `You can now sign in to Signpost with ${providerName}`,
    heading: `${providerName} is a way to sign in`,
    paragraphs: [
      `An account at ${providerName} was connected to your Signpost account.`,
      ...(passwordRemoved
        ? [
            'The password was removed and every browser signed out: it had been chosen before this address was verified. You can set a new one.',
          ]
        : []),
    ],
    action: { label: 'Look at your account', url: accountUrl },
    footnote: 'If this was not you, remove it there, end the other sessions and choose a new password.',
  }),
  security: (mail) => ({
    subject: `${SECURITY_HEADING[mail.about]}: your Signpost account`,
    heading: SECURITY_HEADING[mail.about],
    paragraphs: [SECURITY[mail.about](mail)],
    action: { label: 'Look at your account', url: mail.accountUrl },
    footnote:
      'If this was not you, end the other sessions there, choose a new password and tell whoever runs the server.',
  }),
  email_change: ({ side, from, newEmail, url }) => ({
    subject: side === 'old' ? 'A new address for your Signpost account?' : 'Confirm your new address for Signpost',
    heading: side === 'old' ? 'A new address for your account?' : 'Confirm your new address',
    paragraphs: [
      side === 'old'
        ? `Somebody, hopefully you, wants your Signpost account to have the address ${newEmail} instead of this one.`
        : `Somebody, hopefully you, wants the Signpost account of ${from} to have this address.`,
      'The change happens once it is confirmed at both addresses: a mail has gone to each. The page behind the button asks whether it was you.',
    ],
    action: { label: side === 'old' ? 'Look at the change' : 'Confirm address', url },
    footnote:
      side === 'old'
        ? 'This link works once, for 24 hours. If this was not you, say so on the page, then choose a new password: whoever asked knew yours.'
        : 'This link works once, for 24 hours. If you know nothing of it, ignore this mail, or say so on the page: nothing changes then.',
  }),
  email_changed: ({ from, newEmail, accountUrl }) => ({
    subject: 'Your Signpost account has a new address',
    heading: 'Your account has a new address',
    paragraphs: [
      `It was ${from} and is ${newEmail} now, confirmed at both. You sign in with the new one, and mails go there.`,
    ],
    action: { label: 'Look at your account', url: accountUrl },
    footnote: 'If this was not you, tell whoever runs the server at once.',
  }),
  alert: ({ workspaceName, linkUrl }) => ({
    action: { label: 'Look at the link', url: linkUrl },
    footnote: `You get this mail because you look after this link in ${workspaceName}.`,
  }),
  expiring: (name, expiresAt) => ({
    subject: `Expires soon: ${name}`,
    heading: 'A link expires soon',
    paragraphs: [`${name} expires on ${expiresAt}. Give it a later date if visitors still need it.`],
  }),
  nearLimit: (name, used, maximum) => ({
    subject: `Near its visit limit: ${name}`,
    heading: 'A link is near its visit limit',
    paragraphs: [
      `${name} has used ${used} of ${maximum} visits. After the last one it stops redirecting to its destination.`,
    ],
  }),
  limitReached: (name, used, maximum) => ({
    subject: `Visit limit reached: ${name}`,
    heading: 'A link has reached its visit limit',
    paragraphs: [
      `${name} has used ${used} of ${maximum} ${maximum === 1 ? 'visit' : 'visits'}. It does not redirect to its destination any more. Raise the limit if it should.`,
    ],
  }),
  reviewDue: (name, reviewAt) => ({
    subject: `Due for review: ${name}`,
    heading: 'A link is due for review',
    paragraphs: [`${name} was to be reviewed by ${reviewAt}. Check that its destination is still right.`],
  }),
  report: ({ workspaceName, shortUrl, linkUrl }) => ({
    subject: `A link of ${workspaceName} was reported`,
    heading: 'A visitor reported a link',
    paragraphs: [`Somebody reported ${shortUrl}, a link of ${workspaceName}. In their words:`],
    action: { label: 'Look at the link', url: linkUrl },
    footnote: 'You get this mail because you own the workspace. The link keeps working until you pause it.',
  }),
  destination: ({ news, shortUrl, linkCount, workspaceName, linkUrl }) => ({
    subject: news === 'broken' ? `Destination broken: ${shortUrl}` : `Destination well again: ${shortUrl}`,
    heading: news === 'broken' ? 'A destination does not answer any more' : 'A destination answers again',
    paragraphs: [
      news === 'broken'
        ? `Two looks, six hours apart, found that this address is gone. ${linkCount === 1 ? `${shortUrl} leads` : `${linkCount} links, ${shortUrl} first, lead`} there:`
        : `${linkCount === 1 ? `${shortUrl} leads` : `${linkCount} links, ${shortUrl} first, lead`} there, and it answers again:`,
    ],
    action: { label: 'Look at the link', url: linkUrl },
    footnote: `You get this mail because you look after this link in ${workspaceName}.`,
  }),
  job_failed: ({ job, statusUrl }) => ({
    subject: job === 'backup' ? 'A backup of Signpost failed' : 'A backup of Signpost could not be restored',
    heading: job === 'backup' ? 'There is no new backup' : 'The restore drill failed',
    paragraphs: [
      job === 'backup'
        ? 'Look at it today: until it works again a lost disk costs more than a day of changes.'
        : 'Do not rely on the newest backup until you know why. Make another one with signpost backup.',
    ],
    action: { label: 'Server status', url: statusUrl },
    footnote: 'You get this mail because OPERATOR_EMAILS names you.',
  }),
  quarantine: ({ workspaceName, reason, linkCount, linkUrl }) => ({
    subject:
      linkCount === 1
        ? `A link of ${workspaceName} was stopped`
        : `${linkCount} links of ${workspaceName} were stopped`,
    heading: linkCount === 1 ? 'A link was stopped' : `${linkCount} links were stopped`,
    paragraphs: [
      linkCount === 1
        ? `Visitors of this link see a warning instead of its destination. The reason: ${reason}`
        : `Visitors of these links see a warning instead of their destination. The reason for the first one: ${reason}`,
    ],
    action: { label: 'Look at the link', url: linkUrl },
    footnote: 'You get this mail because you own the workspace. The operator of this instance can lift it.',
  }),
  default_removed: ({ workspaceName, reason, settingsUrl }) => ({
    subject: `A default destination of ${workspaceName} was removed`,
    heading: 'A default destination was removed',
    paragraphs: [
      `Unknown or expired addresses of ${workspaceName}, or its bare short domain, led there. Now they show a page of their own. The reason: ${reason}`,
    ],
    action: { label: 'Choose another one', url: settingsUrl },
    footnote: 'You get this mail because you own the workspace.',
  }),
  creator_message: ({ workspaceName, shortUrl, by, from, linkUrl }) => ({
    subject: `About your link ${shortUrl}`,
    heading: 'A question about a link that you made',
    paragraphs: [
      `A visitor reported ${shortUrl}, which you made in ${workspaceName}.`,
      {
        workspace: `${from ?? workspaceName} looks after what visitors report there, and writes:`,
        operator:
          from === null ? 'The operator of this instance writes:' : `${from}, who operates this instance, writes:`,
      }[by],
    ],
    action: { label: 'Look at the link', url: linkUrl },
    footnote:
      from === null
        ? 'You get this mail because you made the link.'
        : `You get this mail because you made the link. Write to ${from} to answer.`,
  }),
  digest: {
    subject: (workspace, { now }, count) => `${workspace}: ${count} ${now === 1 ? 'click' : 'clicks'} last week`,
    heading: (workspace) => `${workspace}, last week`,
    greeting: (name) => `Hello ${name},`,
    days: (days) => `${days}, counted in UTC days.`,
    clicks: 'Clicks',
    visitors: 'Unique visitors',
    change: ({ now, before }, percent) => {
      if (now === before) return 'as many as in the week before';
      if (percent === null) return 'none in the week before';
      return `${now > before ? '↑ up' : '↓ down'} ${percent} on the week before`;
    },
    topLinks: 'Most clicked',
    attention: {
      broken: 'Destination broken',
      expiring: 'Expire within 7 days',
      near_limit: 'Near their visit limit',
      stopped: 'Stopped',
      review: 'To review',
    },
    more: 'and more',
    action: 'Open the report',
    footnote: 'You get this mail every Monday because your account asks for it.',
    switchOff: 'Switch it off',
  },
};
