import { TestbedHarnessEnvironment } from '@angular/cdk/testing/testbed';
import { TestBed } from '@angular/core/testing';
import { DateRange, RangePicker } from './range-picker';
import { RangePickerHarness } from './range-picker.harness';

const WEEK: DateRange = { period: '7d', from: '', to: '', compare: null };
const OWN: DateRange = { period: '', from: '2026-03-02', to: '2026-03-08', compare: 'previous' };

async function render(range: DateRange): Promise<{ picker: RangePickerHarness; changes: DateRange[] }> {
  const fixture = TestBed.createComponent(RangePicker);
  const changes: DateRange[] = [];
  fixture.componentRef.setInput('range', range);
  fixture.componentRef.setInput('periods', ['24h', '7d', 'all']);
  fixture.componentRef.setInput('mostDays', 20);
  fixture.componentInstance.changed.subscribe((change) => changes.push(change));
  const picker = await TestbedHarnessEnvironment.harnessForFixture(fixture, RangePickerHarness);
  return { picker, changes };
}

describe('RangePicker', () => {
  it('says the period, or the days', async () => {
    expect(await (await render(WEEK)).picker.text()).toBe('ui.range.7d');
    expect(await (await render(OWN)).picker.text()).toMatch(/Mar 2\s–\s8, 2026/);
  });

  it('offers the presets, marks the current one, and closes with a choice', async () => {
    const { picker, changes } = await render(WEEK);
    expect(await picker.isOpen()).toBe(false);
    await picker.toggle();
    expect(await picker.presets()).toEqual(['ui.range.24h', 'ui.range.7d *', 'ui.range.all']);
    await picker.choosePreset('ui.range.24h');
    expect(changes).toEqual([{ period: '24h', from: '', to: '', compare: null }]);
    expect(await picker.isOpen()).toBe(false);
  });

  it('takes two days in either order, and applies them together', async () => {
    const { picker, changes } = await render(OWN);
    await picker.toggle();
    await picker.pressDay('2026-03-20');
    await picker.pressDay('2026-03-11');
    expect(changes).toEqual([]);
    await picker.apply();
    expect(changes).toEqual([{ period: '', from: '2026-03-11', to: '2026-03-20', compare: 'previous' }]);
  });

  it('counts one day as a range of its own', async () => {
    const { picker, changes } = await render(OWN);
    await picker.toggle();
    expect(await picker.hint()).toBe('ui.range.hint');
    await picker.pressDay('2026-03-20');
    expect(await picker.hint()).toBe('ui.range.chooseEnd Mar 20, 2026');
    await picker.apply();
    expect(changes).toEqual([{ period: '', from: '2026-03-20', to: '2026-03-20', compare: 'previous' }]);
  });

  it('applies no more days than a report may have', async () => {
    const { picker } = await render(OWN);
    await picker.toggle();
    await picker.pressDay('2026-03-01');
    await picker.pressDay('2026-03-21');
    expect([await picker.hint(), await picker.canApply()]).toEqual(['ui.range.tooLong 20', false]);
    await picker.pressDay('2026-03-01');
    await picker.pressDay('2026-03-20');
    expect([await picker.hint(), await picker.canApply()]).toEqual(['ui.range.hint', true]);
  });

  it('has nothing to apply before a day is chosen', async () => {
    const { picker } = await render(WEEK);
    await picker.toggle();
    expect(await picker.canApply()).toBe(false);
  });

  it('keeps the comparison, except with all time, which has no previous period', async () => {
    const { picker, changes } = await render(OWN);
    await picker.toggle();
    await picker.compareWith('year');
    await picker.choosePreset('ui.range.all');
    expect(changes.map(({ compare }) => compare)).toEqual(['year', null]);
    const all = await render({ ...WEEK, period: 'all' });
    await all.picker.toggle();
    expect(await all.picker.offersComparison()).toBe(false);
  });
});
