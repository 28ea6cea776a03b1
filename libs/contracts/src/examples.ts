const DAY_MS = 86_400_000;

/**
 * One example body per route, by the name of its type. The OpenAPI document shows them; a test sends each to a server,
 * where only the record that an id or token refers to may be missing.
 */
export const EXAMPLES: Readonly<Record<string, object>> = {
  AccountInput: { weeklyDigest: true, displayName: 'Kim Park' },
  AliasInput: { slug: 'spring-2027' },
  BatchInput: {
    destinationUrl: 'https://example.com/spring',
    title: 'Spring sale',
    items: [
      { clientKey: 'newsletter', utmSource: 'newsletter', utmMedium: 'email' },
      { clientKey: 'poster', utmSource: 'poster', utmMedium: 'print' },
    ],
  },
  BulkInput: { selection: { filter: { q: 'spring' } }, action: 'archive' },
  BulkUpdateInput: { selection: { filter: { tags: ['spring'] } }, changes: { isEnabled: false } },
  ChangeEmailInput: { email: 'kim@example.com', currentPassword: 'lantern-orchard-98-violin' },
  ChangePasswordInput: { currentPassword: 'lantern-orchard-98-violin', newPassword: 'marble-canyon-41-tulip' },
  CodeInput: { code: '123456' },
  CreateCampaignInput: { name: 'Spring sale', utmCampaign: 'spring-sale', utmMedium: 'email' },
  CreateInvitationInput: { email: 'sam@example.com', role: 'MEMBER' },
  CreateLinkInput: {
    destinationUrl: 'https://example.com/spring',
    title: 'Spring sale',
    tags: ['spring'],
    expiresAt: 4_102_444_800_000,
  },
  CreatePasskeyInput: { name: 'Laptop', response: {} },
  CreateWorkspaceInput: { name: 'Acme', slug: 'acme' },
  DemoInput: {},
  EmailChangeAnswer: { token: 'the-token-of-the-mail' },
  EmailInput: { email: 'sam@example.com' },
  HandOverInput: { workspace: 'acme' },
  ImportInput: {
    importId: '0193e1f2-8c4b-7d6a-9e0f-1a2b3c4d5e6f',
    fileHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    rows: [{ row: 1, values: { slug: 'spring', destination_url: 'https://example.com/spring' } }],
  },
  LoginInput: { email: 'sam@example.com', password: 'lantern-orchard-98-violin' },
  MessageInput: { message: 'Where does this link lead, and who asked for it?' },
  PasskeySignInInput: { response: {} },
  PreviewInput: { country: 'DE', os: 'ios', at: 4_102_444_800_000 },
  QrCodesInput: { selection: { filter: { tags: ['spring'] } }, style: 'rounded', foreground: '1a2b3c' },
  QuarantineHostInput: { host: 'malware.example.com', reason: 'It spreads malware.' },
  QuarantineInput: { reason: 'It spreads malware.' },
  RegisterInput: { email: 'sam@example.com', password: 'lantern-orchard-98-violin' },
  RenamePasskeyInput: { name: 'Laptop' },
  RenameTagInput: { name: 'summer' },
  ReportInput: { slug: 'spring', reason: 'It asks for my bank details.' },
  /** A share must expire within a year; the example expires in about a month, at a full day. */
  get ReportShareInput() {
    const expiresAt = Math.ceil(Date.now() / DAY_MS + 30) * DAY_MS;
    return { subject: { type: 'workspace' }, expiresAt, title: 'Spring sale' };
  },
  ResendInput: { email: 'sam@example.com' },
  ResetInput: { token: 'the-token-of-the-mail', password: 'marble-canyon-41-tulip' },
  SavedViewInput: { name: 'Spring', query: 'tags=spring&sort=-clicks', shared: true },
  TagInput: { name: 'spring' },
  TestProviderInput: { provider: 'oidc' },
  TokenInput: { token: 'the-token-of-the-mail' },
  TransferOwnershipInput: { userId: '0193e1f2-8c4b-7d6a-9e0f-1a2b3c4d5e6f' },
  UpdateCampaignInput: { utmMedium: 'newsletter' },
  UpdateLinkInput: { title: 'Spring sale, last week', expiresAt: 4_102_444_800_000 },
  UpdateMemberInput: { role: 'VIEWER' },
  UpdateSavedViewInput: { name: 'Spring, by clicks' },
  UpdateWorkspaceInput: { name: 'Acme', allowedHosts: ['example.com', '*.example.com'] },
  UtmPresetsInput: { items: [{ name: 'Newsletter', source: 'newsletter', medium: 'email' }] },
  VerifyInput: { token: 'the-token-of-the-mail' },
  VerifyPasswordInput: { slug: 'spring', password: 'tulip', path: '/spring' },
};
