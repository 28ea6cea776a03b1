import { createServer } from 'node:http';
import type { BrowserContext } from '@playwright/test';

/** URL of the widget's script, as requested by the dashboard. */
const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js*';

/** The widget's token for a passed check; the verifier accepts each once. */
const TOKEN = 'a person';

/** The interface of Turnstile's script, simulated by a box with a button. */
const WIDGET = `
  window.turnstile = {
    count: 0,
    render(place, options) {
      const button = document.createElement('button');
      button.type = 'button';
      button.dataset.key = options.sitekey;
      const reset = () => { button.textContent = 'I am a person'; };
      reset();
      button.onclick = () => {
        button.textContent = 'Thank you';
        options.callback('${TOKEN} ' + String(++this.count) + ' ' + String(performance.now()));
      };
      place.append(button);
      this.resets = { ...this.resets, box: reset };
      return 'box';
    },
    reset(id) { this.resets[id](); },
    remove() {},
  };
`;

/** The verifier's side of the check, with the requests that it received. */
export interface BotCheck {
  readonly verifyUrl: string;
  /** Tokens that were submitted, in order. */
  readonly tokens: readonly string[];
  /** Serves the widget's script to a browser, which has no network otherwise. */
  serveWidget(context: BrowserContext): Promise<void>;
  stop(): Promise<void>;
}

/** A local bot check: the verifier as a server, the widget as a script, so that no test needs the network. */
export async function startBotCheck(): Promise<BotCheck> {
  const tokens: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString()));
    request.on('end', () => {
      const given = new URLSearchParams(body);
      const token = given.get('response') ?? '';
      const success = given.get('secret') === 'a secret' && token.startsWith(TOKEN) && !tokens.includes(token);
      tokens.push(token);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ success }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    verifyUrl: `http://127.0.0.1:${String(address.port)}/siteverify`,
    tokens,
    serveWidget: async (context) => {
      await context.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: WIDGET }));
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}
