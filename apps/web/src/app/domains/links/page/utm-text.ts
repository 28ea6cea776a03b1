import type { Link } from '@signpost/contracts';

type Utm = Partial<Pick<Link, 'utmSource' | 'utmMedium' | 'utmContent'>>;

/** UTM values that distinguish links to one destination: `newsletter / email / header`. Empty without them. */
export function utmText({ utmSource, utmMedium, utmContent }: Utm): string {
  return [utmSource, utmMedium, utmContent]
    .filter((value) => value !== null && value !== undefined && value !== '')
    .join(' / ');
}
