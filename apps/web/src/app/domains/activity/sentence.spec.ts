import type { AuditEvent } from '@signpost/contracts';
import { marked, notesOf, partsOf, Slot } from './sentence';

const slots: Record<string, Slot> = {
  actor: { text: 'ana@example.com', kind: 'person' },
  link: { text: 'spring', kind: 'address', to: '/links/l1' },
};

describe('partsOf', () => {
  it('cuts a sentence at its marks, in the order of the language', () => {
    const { actor = '', link = '' } = marked(slots);
    expect(partsOf(`${link} wurde von ${actor} angelegt`, slots)).toEqual([
      slots['link'],
      { text: ' wurde von ', kind: 'text' },
      slots['actor'],
      { text: ' angelegt', kind: 'text' },
    ]);
  });

  it('leaves a sentence without marks whole', () => {
    expect(partsOf('Nothing to fill in', slots)).toEqual([{ text: 'Nothing to fill in', kind: 'text' }]);
  });
});

describe('notesOf', () => {
  const note = (detail: Record<string, unknown>) => notesOf({ detail } as unknown as AuditEvent);

  it('quotes a reason', () => {
    expect(note({ reason: 'It asks for my bank details.' })).toEqual([{ quote: 'It asks for my bank details.' }]);
  });

  it('shows what values were and are', () => {
    expect(note({ changes: [{ field: 'linkPrefix', from: null, to: 'go' }] })).toEqual([
      { field: 'linkPrefix', from: '–', to: 'go' },
    ]);
  });

  it.each([[{}], [{ changes: 'x' }], [{ changes: [null, 5, {}] }], [{ reason: '' }]])(
    'finds nothing in %j',
    (detail) => {
      expect(note(detail)).toEqual([]);
    },
  );
});
