import { OUTSIDE_PROVIDERS } from '@signpost/contracts';
import { examineProvider } from '../../auth/index.js';
import type { Config } from '../../platform/config/index.js';
import { failed, ok, type Verdict } from './finding.js';

/** Checks each configured sign-in provider. */
export async function checkProviders(config: Config): Promise<Verdict> {
  const working: string[] = [];
  const troubles: { detail: string; action: string; isFailure: boolean }[] = [];
  for (const provider of OUTSIDE_PROVIDERS) {
    const configured = config[provider];
    if (configured === null) continue;
    const findings = await examineProvider(configured, `${config.publicOrigin}/api/auth/${provider}`);
    const bad = findings.filter(({ state }) => state !== 'ok');
    if (bad.length === 0)
      working.push(
        `${provider} answers; register this redirect URI there: ${config.publicOrigin}/api/auth/${provider}`,
      );
    for (const { detail, action, state } of bad) {
      troubles.push({ detail: `${provider}: ${detail}`, action: action ?? '', isFailure: state === 'failed' });
    }
  }
  if (troubles.length === 0) return ok(working.length === 0 ? 'only by password and passkey' : working.join('; '));
  const verdict = failed(
    troubles.map(({ detail }) => detail).join(' '),
    troubles.map(({ action }) => action).join(' '),
  );
  return troubles.some(({ isFailure }) => isFailure) ? verdict : { ...verdict, state: 'warning' };
}
