import { mailedToken, type ApiClient, type AppProcess } from '@signpost/testing';

/** A password that every rule accepts. */
export const PASSWORD = 'lantern-orbit-velvet-42';

let serial = 0;

/** An email address that no other test uses. */
export function anAddress(name = 'person'): string {
  serial += 1;
  return `${name}-${serial}@example.test`;
}

/** Signs in and returns the client. */
export async function signIn(app: AppProcess, email: string, password = PASSWORD): Promise<ApiClient> {
  const client = app.client();
  const answer = await client.post('/api/auth/login', { email, password });
  if (answer.status !== 200) throw new Error(`login answered ${answer.status}: ${answer.text}`);
  return client;
}

/** The user id of a client's session. */
export async function userIdOf(client: ApiClient): Promise<string> {
  return (await client.get('/api/auth/session')).body.user.id as string;
}

/** Invites an address into the inviter's workspace and joins with a new account; on the inviter's host. */
export async function join(
  app: AppProcess,
  inviter: ApiClient,
  role: 'MEMBER' | 'VIEWER',
  email = anAddress(),
): Promise<ApiClient> {
  const invited = await inviter.post('/api/workspaces/invitations', { email, role });
  if (invited.status !== 201) throw new Error(`invitation answered ${invited.status}: ${invited.text}`);
  const invitationToken = await mailedToken(app.dataDir, email, '/invite');
  const client = app.client();
  client.host = inviter.host;
  const registered = await client.post('/api/auth/register', { email, password: PASSWORD, invitationToken });
  if (registered.status !== 200) throw new Error(`register answered ${registered.status}: ${registered.text}`);
  const accepted = await client.post('/api/workspaces/invitations/accept', { token: invitationToken });
  if (accepted.status !== 200) throw new Error(`accept answered ${accepted.status}: ${accepted.text}`);
  return client;
}

/** A verified account of open registration, signed in. */
export async function registerOpenly(app: AppProcess, email = anAddress()): Promise<ApiClient> {
  await app.client().post('/api/auth/register', { email, password: PASSWORD });
  const token = await mailedToken(app.dataDir, email, '/verify-email');
  await app.client().post('/api/auth/verify', { token });
  return signIn(app, email);
}
