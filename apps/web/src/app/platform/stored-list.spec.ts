import { StoredList } from './stored-list';

const isText = (value: unknown): value is string => typeof value === 'string';
const aList = (): StoredList<string> => new StoredList('views', isText);

describe('a list that the browser remembers', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    localStorage.clear();
  });

  it('is what another tab has made of it', () => {
    const [here, there] = [aList(), aList()];
    here.write(['x']);
    there.write([...there.read(), 'y']);
    expect(here.read()).toEqual(['x', 'y']);
    expect(here.items()).toEqual(['x', 'y']);
  });

  it.each([
    ['no JSON', '{', []],
    ['no list', '{}', []],
    ['something else in it', '["x", 1]', ['x']],
  ])('is read where there is %s', (_, stored, items) => {
    localStorage.setItem('signpost.views', stored);
    expect(aList().items()).toEqual(items);
  });

  it('lives as long as the page where storage is closed', () => {
    const closed = (): never => {
      throw new DOMException('', 'SecurityError');
    };
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(closed);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(closed);
    const list = aList();
    list.write(['x']);
    expect(list.read()).toEqual(['x']);
  });
});
