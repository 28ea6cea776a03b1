import { SafeRepeat } from './safe-repeat';

it('the same request has the same key when it is sent again, another one has another', () => {
  const repeat = new SafeRepeat();
  const first = repeat.keyFor({ destinationUrl: 'https://example.com/' });
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(repeat.keyFor({ destinationUrl: 'https://example.com/' })).toBe(first);
  expect(repeat.keyFor({ destinationUrl: 'https://example.com/', slug: 'a' })).not.toBe(first);
  expect(new SafeRepeat().keyFor({ destinationUrl: 'https://example.com/' })).not.toBe(first);
});
