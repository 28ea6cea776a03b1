import { utmOfName } from './utm-of-name';

describe('utmOfName', () => {
  it.each([
    ['Spring 2026', 'spring-2026'],
    ['  Frühling & Ostern!  ', 'fruhling-ostern'],
    ['', ''],
    ['东京', ''],
  ])('%s → %s', (name, utm) => {
    expect(utmOfName(name)).toBe(utm);
  });
});
