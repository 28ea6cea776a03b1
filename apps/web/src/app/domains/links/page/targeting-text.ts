import type { Targeting } from '@signpost/contracts';
import { I18n } from '../../../platform/words/i18n';

/** The targeting rules, one per line: "Germany → https://…". Empty for a value that is no targeting. */
export function describeTargeting(value: Targeting | object, i18n: I18n): string {
  const targeting = value as Targeting;
  return [
    ...Object.entries(targeting.country ?? {}).map(([code, url]) => `${i18n.country(code)} → ${url}`),
    ...Object.entries(targeting.os ?? {}).map(([system, url]) => `${i18n.t(`links.system.${system}`)} → ${url}`),
  ].join('\n');
}
