import type { Link } from '@signpost/contracts';

type Utm = Partial<Pick<Link, 'utmSource' | 'utmMedium' | 'utmContent'>>;

/** What tells links to one destination apart, for reading: `newsletter / email / header`. Empty without such values. */
export function utmText({ utmSource, utmMedium, utmContent }: Utm): string {
  return [utmSource, utmMedium, utmContent]
    .filter((value) => value !== null && value !== undefined && value !== '')
    .join(' / ');
}
