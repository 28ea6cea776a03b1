import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as the server received it. */
export interface ReceivedMail {
  readonly to: string;
  readonly source: string;
}

/** A real SMTP server of the test's own. */
export class TestSmtpServer {
  readonly received: ReceivedMail[] = [];
  /** Refuses every recipient with this code while it is set. */
  refuseWith: number | null = null;
  /** Refuses every message with this code after receiving it. */
  refuseDataWith: number | null = null;
  /** Refuses every sender with this code. */
  refuseSenderWith: number | null = null;
  /** Delay in milliseconds before mails to these recipients are accepted. */
  readonly slowTo = new Map<string, number>();
  private server: SMTPServer | null = null;

  get port(): number {
    return (this.server?.server.address() as AddressInfo).port;
  }

  /** The application's SMTP_URL for this server. */
  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** @param port the previous one, for a server that is available again. */
  async start(port = 0): Promise<void> {
    this.server = new SMTPServer({
      authOptional: true,
      // Do not wait for kept-alive connections of the application.
      closeTimeout: 200,
      disabledCommands: ['STARTTLS'],
      onMailFrom: (_address, _session, callback) => {
        if (this.refuseSenderWith === null) callback();
        else callback(Object.assign(new Error('no such sender'), { responseCode: this.refuseSenderWith }));
      },
      onRcptTo: ({ address }, _session, callback) => {
        if (this.refuseWith === null) callback();
        else callback(Object.assign(new Error(`no ${address} here`), { responseCode: this.refuseWith }));
      },
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const addresses = session.envelope.rcptTo.map(({ address }) => address).join();
          if (this.refuseDataWith !== null) {
            const refusal = new Error(`policy 7.1 for ${addresses}`);
            callback(Object.assign(refusal, { responseCode: this.refuseDataWith }));
            return;
          }
          const source = Buffer.concat(chunks).toString('utf8');
          for (const { address } of session.envelope.rcptTo) this.received.push({ to: address, source });
          const [pause] = session.envelope.rcptTo.map(({ address }) => this.slowTo.get(address) ?? 0);
          setTimeout(callback, pause);
        });
      },
    });
    this.server.on('error', () => undefined);
    await new Promise<void>((resolve) => this.server?.listen(port, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.server === null) resolve();
      else this.server.close(resolve);
    });
  }
}
