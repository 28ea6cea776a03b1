import {
  eventually,
  OWNER,
  readOutbox,
  setUpOwner,
  startApp,
  TestSmtpServer,
  type ApiClient,
  type AppProcess,
} from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAddress } from '../support/people.js';

const SECRET = 'a secret of the jobs';

interface MailRow {
  kind: string;
  payload: Buffer | null;
  attempts: number;
  sent: boolean;
  failed: boolean;
  last_error: string | null;
}

describe('by SMTP', () => {
  const smtp = new TestSmtpServer();
  let first: AppProcess;
  let second: AppProcess;
  let owner: ApiClient;
  let port: number;

  beforeAll(async () => {
    await smtp.start();
    port = smtp.port;
    const env = {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Signpost <post@signpost.example>',
      SESSION_SECRET: 'm'.repeat(40),
      JOBS_SECRET: SECRET,
    };
    first = await startApp({ env });
    second = await startApp({ env, database: first.database });
    owner = await setUpOwner(first);
  });
  afterAll(async () => {
    await second?.stop();
    await first?.stop();
    await smtp.stop();
  });

  const invite = (email: string) => owner.post('/api/workspaces/invitations', { email });
  const rowsOf = () =>
    first.database.query<MailRow>(
      `SELECT kind, payload, attempts, sent_at IS NOT NULL AS sent, failed_at IS NOT NULL AS failed, last_error
       FROM mails ORDER BY created_at DESC`,
    );
  /** Ends the pauses between attempts, and lets another mail wake the queue. */
  const hurry = async () => {
    await first.database.query('UPDATE mails SET next_attempt_at = now() WHERE payload IS NOT NULL');
    await first.client().post('/api/auth/forgot', { email: OWNER.email });
  };
  const mailSignal = async () => {
    const headers = { authorization: `Bearer ${SECRET}` };
    const { signals } = (await first.client().get('/api/admin/status', { headers })).body;
    return signals.find(({ key }: { key: string }) => key === 'mail') as { state: string; detail: string | null };
  };

  test('a mail arrives, in plain text and HTML, with what a mail server wants to see', async () => {
    const email = anAddress('smtp');
    await invite(email);
    const { source } = await eventually(() => smtp.received.find(({ to }) => to === email));
    expect(source).toMatch(/^From: Signpost <post@signpost\.example>\r?$/m);
    expect(source).toMatch(/^Subject: Join Acme on Signpost\r?$/m);
    expect(source).toMatch(/^Message-ID: <[0-9a-f-]{36}@127\.0\.0\.1>\r?$/im);
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r?$/im);
    expect(source).toMatch(/Content-Type: multipart\/alternative/);
    expect(source).toMatch(new RegExp(`^${first.url}/invite\\?token=[\\w-]{43}\\r?$`, 'm'));
    const [row] = await eventually(async () => {
      const found = await rowsOf();
      return found[0]?.sent === true ? found : null;
    });
    expect(row).toMatchObject({ kind: 'invitation', payload: null, attempts: 1, failed: false });
  });

  test('many mails and two processes: each mail once', async () => {
    const before = smtp.received.length;
    const emails = Array.from({ length: 40 }, () => anAddress('many'));
    // A few at a time: on a starved machine, forty at once would be refused as too many.
    for (let at = 0; at < emails.length; at += 8) {
      const answers = await Promise.all(emails.slice(at, at + 8).map(invite));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    }
    await eventually(async () => (await rowsOf()).every(({ sent }) => sent));
    expect(
      smtp.received
        .slice(before)
        .map(({ to }) => to)
        .sort(),
    ).toEqual([...emails].sort());
  });

  test('while the server is away mails wait, sealed, and the signal says so; then they arrive once', async () => {
    await smtp.stop();
    const email = anAddress('away');
    const { status } = await invite(email);
    expect(status).toBe(201);
    const row = await eventually(async () => (await rowsOf()).find(({ last_error }) => last_error !== null));
    expect(row).toMatchObject({ sent: false, failed: false });
    expect(row.last_error).toMatch(/^(ESOCKET|ECONNECTION|ECONNREFUSED)/);
    expect(row.payload?.toString('latin1')).not.toContain(email);
    expect(row.payload?.toString('latin1')).not.toContain('token');
    await eventually(async () => (await mailSignal()).state === 'degraded');

    await smtp.start(port);
    await hurry();
    await eventually(() => smtp.received.some(({ to }) => to === email));
    await eventually(async () => (await rowsOf()).every(({ sent }) => sent));
    expect(smtp.received.filter(({ to }) => to === email)).toHaveLength(1);
    await eventually(async () => (await mailSignal()).state === 'ok');
  });

  test('a refusal for now is tried again, one for good is not; no address in log or table', async () => {
    const [later, never] = [anAddress('later'), anAddress('never')];
    smtp.refuseWith = 450;
    await invite(later);
    await eventually(async () => (await rowsOf()).some(({ last_error }) => last_error === 'EENVELOPE 450'));
    smtp.refuseWith = null;
    await hurry();
    await eventually(() => smtp.received.some(({ to }) => to === later));

    smtp.refuseWith = 550;
    await invite(never);
    const row = await eventually(async () => (await rowsOf()).find(({ failed }) => failed));
    expect(row).toMatchObject({ attempts: 1, payload: null, last_error: 'RCPT TO 550' });
    smtp.refuseWith = null;
    // Somebody's mistyped address is no fault of ours.
    await eventually(async () => (await mailSignal()).state === 'ok');
    for (const app of [first, second]) expect(app.output()).not.toContain(never);
  });

  test('a message that is refused for good after it was sent is not sent again, and the log has the reason', async () => {
    const refused = anAddress('refused');
    smtp.refuseDataWith = 550;
    await invite(refused);
    const row = await eventually(async () => (await rowsOf()).find(({ last_error }) => last_error === 'DATA 550'));
    smtp.refuseDataWith = null;
    expect(row).toMatchObject({ attempts: 1, failed: true, payload: null });
    // The log of another process comes after its row.
    const output = (): string => `${first.output()}${second.output()}`;
    await eventually(() => output().includes('DATA 550. The mail server answered: 550 policy 7.1 for …'));
    expect(output()).not.toContain(refused);
    await eventually(async () => (await mailSignal()).state === 'failed');
    await first.database.query(`DELETE FROM mails WHERE last_error = 'DATA 550'`);
  });

  test('a refused sender is our own fault: the mail waits, the signal says so, and then it arrives', async () => {
    const email = anAddress('sender');
    smtp.refuseSenderWith = 550;
    await invite(email);
    await eventually(async () => (await rowsOf()).some(({ last_error }) => last_error === 'EENVELOPE 550'));
    expect(await rowsOf()).toContainEqual(expect.objectContaining({ last_error: 'EENVELOPE 550', failed: false }));
    await eventually(async () => (await mailSignal()).state === 'degraded');
    smtp.refuseSenderWith = null;
    await hurry();
    await eventually(() => smtp.received.some(({ to }) => to === email));
    await eventually(async () => (await mailSignal()).state === 'ok');
  });

  test('a server that takes its time gets each mail once, and slow ones hold up no other', async () => {
    // As many as both processes send at once.
    const slow = Array.from({ length: 4 }, () => anAddress('slow'));
    for (const email of slow) smtp.slowTo.set(email, 35_000);
    const arrived = (emails: string[]) => smtp.received.filter(({ to }) => emails.includes(to));
    await Promise.all(slow.map(invite));
    await eventually(() => arrived(slow).length === slow.length);
    // Shorter than they take: it has to be renewed.
    const shorten = `UPDATE mails SET next_attempt_at = now() + interval '25 seconds' WHERE payload IS NOT NULL`;
    await first.database.query(shorten);
    const quick = anAddress('quick');
    await invite(quick);
    await eventually(() => arrived([quick]).length > 0);
    const waiting = async () => (await rowsOf()).filter(({ payload }) => payload !== null).length;
    expect(await waiting()).toBeGreaterThanOrEqual(slow.length);
    await eventually(async () => (await waiting()) === 0);
    expect((await rowsOf()).slice(0, slow.length + 1).map(({ attempts }) => attempts)).toEqual(Array(5).fill(1));
    expect(arrived(slow)).toHaveLength(slow.length);
  });

  test('a mail whose next attempt was set by a clock ahead of its time is sent once the clock is right', async () => {
    const email = anAddress('ahead');
    smtp.refuseWith = 450;
    await invite(email);
    await eventually(async () =>
      (await rowsOf()).some(({ last_error, sent }) => !sent && last_error === 'EENVELOPE 450'),
    );
    await first.database.query(
      `UPDATE mails SET next_attempt_at = now() + interval '1 year' WHERE payload IS NOT NULL`,
    );
    smtp.refuseWith = null;
    await first.client().post('/api/auth/forgot', { email: OWNER.email });
    await eventually(() => smtp.received.some(({ to }) => to === email));
  });

  test('a mail that a killed process had taken is sent by another one, under the same Message-ID', async () => {
    const email = anAddress('taken');
    smtp.refuseWith = 450;
    await invite(email);
    await eventually(async () =>
      (await rowsOf()).some(({ last_error, sent }) => !sent && last_error === 'EENVELOPE 450'),
    );
    // As a process leaves it that dies in the middle: taken, not sent, the lease still running.
    await first.database.query(
      `UPDATE mails SET next_attempt_at = now() + interval '3 minutes' WHERE payload IS NOT NULL`,
    );
    smtp.refuseWith = null;
    const [{ id }] = (await first.database.query<{ id: string }>('SELECT id FROM mails WHERE payload IS NOT NULL')) as [
      { id: string },
    ];
    await hurry();
    const { source } = await eventually(() => smtp.received.find(({ to }) => to === email));
    expect(source).toContain(`<${id}@127.0.0.1>`);
  });
});

test('mails that wait when SESSION_SECRET changes are given up at once, and operators are told why', async () => {
  const smtp = new TestSmtpServer();
  await smtp.start();
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'post@signpost.example', JOBS_SECRET: SECRET };
  const before = await startApp({ env: { ...env, SESSION_SECRET: 'o'.repeat(40) } });
  let after: AppProcess | undefined;
  try {
    smtp.refuseWith = 450;
    const owner = await setUpOwner(before);
    await owner.post('/api/workspaces/invitations', { email: anAddress('waiting') });
    const rows = () =>
      before.database.query<MailRow>('SELECT payload, failed_at IS NOT NULL AS failed, last_error FROM mails');
    await eventually(async () => (await rows()).some(({ last_error }) => last_error === 'EENVELOPE 450'));
    await before.kill('SIGTERM');
    smtp.refuseWith = null;
    await before.database.query('UPDATE mails SET next_attempt_at = now()');
    after = await startApp({ env: { ...env, SESSION_SECRET: 'n'.repeat(40) }, database: before.database });
    await eventually(async () => (await rows()).every(({ failed }) => failed));
    const reason = 'queued with another SESSION_SECRET';
    expect(await rows()).toEqual([{ payload: null, failed: true, last_error: reason }]);
    const headers = { authorization: `Bearer ${SECRET}` };
    const signal = await eventually(async () => {
      const { signals } = (await after?.client().get('/api/admin/status', { headers }))?.body ?? { signals: [] };
      return signals.find(({ key, state }: { key: string; state: string }) => key === 'mail' && state === 'failed');
    });
    expect(signal.detail).toContain(`Reason: ${reason}`);
  } finally {
    await after?.stop();
    await before.stop();
    await smtp.stop();
  }
});

describe('without a server', () => {
  test('each mail is a file of its own and a log line with its link', async () => {
    const app = await startApp({ env: { LOG_LEVEL: 'info' } });
    await setUpOwner(app);
    await app.client().post('/api/auth/forgot', { email: OWNER.email });
    const mail = await eventually(() => readOutbox(app.dataDir).at(-1));
    expect(mail.to).toBe(OWNER.email);
    const link = /http\S+reset-password\?token=[\w-]{43}/.exec(mail.text)?.[0] ?? '';
    expect(link).toContain(app.url);
    await eventually(() => app.output().includes(link));
    expect(app.output()).not.toContain(OWNER.email);
    await app.stop();
  });
});
