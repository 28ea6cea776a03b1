import { FormModel } from './form-model';

describe('FormModel', () => {
  it('knows which fields differ from the start', () => {
    const form = new FormModel({ title: 'a', tags: ['x'] });
    form.f.tags.set(['x']);
    expect(form.dirty()).toBe(false);
    form.f.title.set('b');
    expect(form.changes()).toEqual({ title: 'b' });
  });

  it('drops an error as soon as its field changes, and keeps the others', () => {
    const form = new FormModel({ title: '', slug: 'taken' });
    form.fail({ title: 'Too long.', slug: 'Taken.' });
    form.f.slug.set('free');
    expect(form.error('slug')).toBeNull();
    expect(form.error('title')).toBe('Too long.');
  });

  it('keeps an error of a nested path until its root field changes', () => {
    const form = new FormModel({ targeting: [{ url: 'x' }] });
    form.fail({ 'targeting.country.DE': 'Not an address.' });
    expect(form.error('targeting.country.DE')).toBe('Not an address.');
    form.f.targeting.set([{ url: 'https://example.de/' }]);
    expect(form.error('targeting.country.DE')).toBeNull();
  });

  it('keeps the error of one value of a list while others change', () => {
    const form = new FormModel({ items: [{ slug: 'a' }, { slug: 'b' }] });
    form.fail({ 'items.0.slug': 'Taken.', 'items.1.slug': 'Reserved.' });
    form.f.items.set([{ slug: 'c' }, { slug: 'b' }]);
    expect(form.errors()).toEqual({ 'items.1.slug': 'Reserved.' });
    form.f.items.set([{ slug: 'c' }]);
    expect(form.errors()).toEqual({});
  });

  it('starts again from what was saved', () => {
    const form = new FormModel({ title: '' });
    form.f.title.set('saved');
    form.reset({ title: 'saved' });
    expect(form.dirty()).toBe(false);
  });

  it('keeps what was typed while it was being saved, as a change', async () => {
    const form = new FormModel({ title: 'a', slug: 'b' });
    const saved = Promise.withResolvers<{ title: string; slug: string }>();
    const sending = form.send(
      async () => form.reset(await saved.promise),
      () => undefined,
    );
    form.f.title.set('a and more');
    saved.resolve({ title: 'a', slug: 'B' });
    await sending;
    expect([form.value(), form.changes()]).toEqual([{ title: 'a and more', slug: 'B' }, { title: 'a and more' }]);
    form.reset({ title: '', slug: '' });
    expect(form.value()).toEqual({ title: '', slug: '' });
  });

  it('is sent once at a time, without the errors of before, and can be sent again after a refusal', async () => {
    const form = new FormModel({ slug: 'spring' });
    form.fail({ slug: 'Reserved.' });
    let refuse: (error: unknown) => void = () => undefined;
    const work = vi.fn(() => new Promise<never>((_, reject) => (refuse = reject)));
    const refused = vi.fn((reason: unknown) => form.fail({ slug: String(reason) }));
    const sending = form.send(work, refused);
    await form.send(work, refused);
    expect([work.mock.calls.length, form.busy(), form.error('slug')]).toEqual([1, true, null]);
    refuse('Taken.');
    await sending;
    expect([form.busy(), form.error('slug')]).toEqual([false, 'Taken.']);
    await form.send(() => Promise.resolve(), refused);
    expect([refused.mock.calls.length, form.error('slug')]).toEqual([1, null]);
  });
});
