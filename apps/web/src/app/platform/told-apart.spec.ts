import { toldApart } from './told-apart';

it('items are called by their names, and by what marks them where several have the same', () => {
  const items = [
    { name: 'Spring', mark: 'spring-26' },
    { name: 'Spring', mark: 'spring-27' },
    { name: 'spring', mark: 'other' },
  ];
  const labelOf = toldApart(
    items,
    ({ name }) => name,
    ({ mark }) => mark,
  );
  expect(items.map(labelOf)).toEqual(['Spring (spring-26)', 'Spring (spring-27)', 'spring']);
});
