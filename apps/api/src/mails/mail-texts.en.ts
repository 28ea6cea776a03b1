import type { MailTexts } from './mail-texts.js';
import type { SecurityMail } from './mail.js';

/** What happened, in one sentence. */
const SECURITY: Readonly<Record<SecurityMail['about'], (mail: SecurityMail) => string>> = {
  passkey_added: ({ name }) =>
    `The passkey “${name ?? ''}” was added to your Signpost account. It can sign in without a password.`,
  passkey_removed: ({ name }) => `The passkey “${name ?? ''}” was removed from your Signpost account.`,
  second_factor_enabled: () =>
    'Your Signpost account now requires a code from an authenticator app after the password.',
  second_factor_disabled: () => 'Your Signpost account no longer requires a code after the password.',
  recovery_code_used: ({ left }) =>
    `A recovery code was used in place of the authenticator app. Recovery codes left: ${left ?? 0}.`,
};

const SECURITY_HEADING: Readonly<Record<SecurityMail['about'], string>> = {
  passkey_added: 'A passkey was added',
  passkey_removed: 'A passkey was removed',
  second_factor_enabled: 'The second factor is on',
  second_factor_disabled: 'The second factor is off',
  recovery_code_used: 'A recovery code was used',
};

export const ENGLISH: MailTexts = {
  ifButtonFails: 'If the button does not work, open this address:',
  verification: ({ url }) => ({
    subject: 'Verify your address for Signpost',
    heading: 'Verify your address',
    paragraphs: [
      'Someone, hopefully you, created a Signpost account with this address. The button opens a page where you can confirm that it was you.',
    ],
    action: { label: 'Verify address', url },
    footnote:
      'This link works once, for 24 hours. If you did not create an account, say so on that page, and it will be deleted.',
  }),
  existing_account: ({ loginUrl, resetUrl }) => ({
    subject: 'You already have a Signpost account',
    heading: 'You already have an account',
    paragraphs: [
      'Someone, hopefully you, tried to register with this address. It already has an account, so nothing was changed.',
    ],
    action: { label: 'Sign in', url: loginUrl },
    alternative: { label: 'Choose a new password', url: resetUrl },
    footnote: 'If this was not you, ignore this email: the person who tried learned nothing about your account.',
  }),
  password_reset: ({ url }) => ({
    subject: 'Choose a new Signpost password',
    heading: 'Choose a new password',
    paragraphs: ['Someone, hopefully you, asked for a new password. Choosing one signs you out everywhere else.'],
    action: { label: 'Choose a new password', url },
    footnote:
      'This link works once, for one hour. If you did not ask for it, ignore this email: your password stays the same.',
  }),
  invitation: ({ workspaceName, invitedBy, role, url }) => ({
    subject: `Join ${workspaceName} on Signpost`,
    heading: `Join ${workspaceName}`,
    paragraphs: [
      `${invitedBy ?? 'A member'} invites you to share short links in ${workspaceName}. ${
        role === 'VIEWER'
          ? 'You will be able to see links and their analytics.'
          : 'You will be able to create and edit links.'
      }`,
    ],
    action: { label: 'Accept the invitation', url },
    footnote: 'This link works for 7 days, for this address only. If you do not know the sender, ignore this email.',
  }),
  identity_connected: ({ providerName, passwordRemoved, accountUrl }) => ({
    subject: `You can now sign in to Signpost with ${providerName}`,
    heading: `You can now sign in with ${providerName}`,
    paragraphs: [
      `An account at ${providerName} was connected to your Signpost account.`,
      ...(passwordRemoved
        ? [
            'Your password was removed, because it was set before this address was verified, and all browsers were signed out. You can set a new password.',
          ]
        : []),
    ],
    action: { label: 'Open your account', url: accountUrl },
    footnote: 'If this was not you, remove it there, sign out all other browsers and choose a new password.',
  }),
  security: (mail) => ({
    subject: `${SECURITY_HEADING[mail.about]}: your Signpost account`,
    heading: SECURITY_HEADING[mail.about],
    paragraphs: [SECURITY[mail.about](mail)],
    action: { label: 'Open your account', url: mail.accountUrl },
    footnote:
      'If this was not you, sign out all other browsers there, choose a new password and contact the operator of the server.',
  }),
  email_change: ({ side, from, newEmail, url }) => ({
    subject: side === 'old' ? 'A new address for your Signpost account?' : 'Confirm your new address for Signpost',
    heading: side === 'old' ? 'A new address for your account?' : 'Confirm your new address',
    paragraphs: [
      side === 'old'
        ? `Someone, hopefully you, asked to change the address of your Signpost account from this one to ${newEmail}.`
        : `Someone, hopefully you, asked to change the address of the Signpost account ${from} to this one.`,
      'The change takes effect once it is confirmed at both addresses; we sent an email to each. The button opens a page where you can confirm that it was you.',
    ],
    action: { label: side === 'old' ? 'Review the change' : 'Confirm address', url },
    footnote:
      side === 'old'
        ? 'This link works once, for 24 hours. If this was not you, say so on that page, then choose a new password: the person who asked knew yours.'
        : 'This link works once, for 24 hours. If you know nothing about it, ignore this email or say so on that page: nothing will change.',
  }),
  email_changed: ({ from, newEmail, accountUrl }) => ({
    subject: 'Your Signpost account has a new address',
    heading: 'Your account has a new address',
    paragraphs: [
      `It was ${from} and is now ${newEmail}, confirmed at both. From now on, sign in with the new address. Emails go there, too.`,
    ],
    action: { label: 'Open your account', url: accountUrl },
    footnote: 'If this was not you, contact the operator of the server immediately.',
  }),
  alert: ({ workspaceName, linkUrl }) => ({
    action: { label: 'View the link', url: linkUrl },
    footnote: `You get this email because you are responsible for this link in ${workspaceName}.`,
  }),
  expiring: (name, expiresAt) => ({
    subject: `Expires soon: ${name}`,
    heading: 'A link expires soon',
    paragraphs: [`${name} expires on ${expiresAt}. Set a later date if visitors still need it.`],
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
      `${name} has used ${used} of ${maximum} ${maximum === 1 ? 'visit' : 'visits'}. It no longer redirects to its destination. Raise the limit if it should.`,
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
    paragraphs: [`Someone reported ${shortUrl}, a link of ${workspaceName}. Their message:`],
    action: { label: 'View the link', url: linkUrl },
    footnote: 'You get this email because you own the workspace. The link keeps working until you pause it.',
  }),
  destination: ({ news, shortUrl, linkCount, workspaceName, linkUrl }) => ({
    subject: news === 'broken' ? `Destination broken: ${shortUrl}` : `Destination works again: ${shortUrl}`,
    heading: news === 'broken' ? 'A destination is broken' : 'A destination works again',
    paragraphs: [
      news === 'broken'
        ? `Two checks, six hours apart, found this destination broken. ${linkCount === 1 ? `${shortUrl} leads` : `${linkCount} links, ${shortUrl} first, lead`} there:`
        : `${linkCount === 1 ? `${shortUrl} leads` : `${linkCount} links, ${shortUrl} first, lead`} there, and it works again:`,
    ],
    action: { label: 'View the link', url: linkUrl },
    footnote: `You get this email because you are responsible for this link in ${workspaceName}.`,
  }),
  job_failed: ({ job, statusUrl }) => ({
    subject: job === 'backup' ? 'A backup of Signpost failed' : 'A backup of Signpost could not be restored',
    heading: job === 'backup' ? 'There is no new backup' : 'The restore drill failed',
    paragraphs: [
      job === 'backup'
        ? 'Fix this today: until backups work again, a lost disk costs more than a day of changes.'
        : 'Do not rely on the newest backup until you know why. Create another one with signpost backup.',
    ],
    action: { label: 'Server status', url: statusUrl },
    footnote: 'You get this email because OPERATOR_EMAILS names your address.',
  }),
  quarantine: ({ workspaceName, reason, linkCount, linkUrl }) => ({
    subject:
      linkCount === 1
        ? `A link of ${workspaceName} was stopped`
        : `${linkCount} links of ${workspaceName} were stopped`,
    heading: linkCount === 1 ? 'A link was stopped' : `${linkCount} links were stopped`,
    paragraphs: [
      linkCount === 1
        ? `Visitors to this link see a warning instead of its destination. The reason: ${reason}`
        : `Visitors to these links see a warning instead of their destination. The reason for the first one: ${reason}`,
    ],
    action: { label: 'View the link', url: linkUrl },
    footnote: 'You get this email because you own the workspace. The operator of this server can release it.',
  }),
  default_removed: ({ workspaceName, reason, settingsUrl }) => ({
    subject: `A default destination of ${workspaceName} was removed`,
    heading: 'A default destination was removed',
    paragraphs: [
      `Unknown addresses or expired links of ${workspaceName}, or its short domain itself, led there. Visitors now see a page instead. The reason: ${reason}`,
    ],
    action: { label: 'Choose another one', url: settingsUrl },
    footnote: 'You get this email because you own the workspace.',
  }),
  creator_message: ({ workspaceName, shortUrl, by, from, linkUrl }) => ({
    subject: `About your link ${shortUrl}`,
    heading: 'A message about a link that you created',
    paragraphs: [
      `A visitor reported ${shortUrl}, which you created in ${workspaceName}.`,
      {
        workspace: `${from ?? workspaceName} handles the abuse reports there and writes:`,
        operator: from === null ? 'The operator of this server writes:' : `${from}, who operates this server, writes:`,
      }[by],
    ],
    action: { label: 'View the link', url: linkUrl },
    footnote:
      from === null
        ? 'You get this email because you created the link.'
        : `You get this email because you created the link. To answer, write to ${from}.`,
  }),
  digest: {
    subject: (workspace, { now }, count) => `${workspace}: ${count} ${now === 1 ? 'click' : 'clicks'} last week`,
    heading: (workspace) => `${workspace}, last week`,
    greeting: (name) => `Hello ${name},`,
    days: (days) => `${days}, counted in UTC days.`,
    clicks: 'Clicks',
    visitors: 'Unique visitors',
    change: ({ now, before }, percent) => {
      if (now === before) return 'same as in the week before';
      if (percent === null) return 'none in the week before';
      return `${now > before ? '↑ up' : '↓ down'} ${percent} on the week before`;
    },
    topLinks: 'Most clicked',
    attention: {
      broken: 'Destination broken',
      expiring: 'Expire within 7 days',
      near_limit: 'Near their visit limit',
      stopped: 'Stopped',
      review: 'Needs review',
    },
    more: 'and more',
    action: 'Open the report',
    footnote: 'You get this mail every Monday because the weekly digest is on in your account.',
    switchOff: 'Turn it off',
  },
};
