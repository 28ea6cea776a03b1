import { signal } from '@angular/core';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import type { UtmPreset } from '@signpost/contracts';
import { Announcer } from '@signpost/ui';
import { FormModel } from '@signpost/ui/forms';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { Problems } from '../../../platform/requests/problem';
import { Lookups } from './lookups';
import { UtmBuilder } from './utm-builder';
import { UtmPresets } from './utm-presets';

describe('presets of UTM values', () => {
  let fixture: ComponentFixture<UtmBuilder>;
  let announced: string[];
  const dialog = document.createElement('div');
  const press = async (name: string): Promise<void> => {
    const buttons = [...dialog.querySelectorAll('button')];
    const button = buttons.find((one) => (one.getAttribute('aria-label') ?? one.textContent).trim() === name);
    button?.focus();
    button?.click();
    for (let turn = 0; turn < 2; turn++) {
      await new Promise((resolve) => setTimeout(resolve));
      await fixture.whenStable();
    }
  };

  beforeEach(async () => {
    announced = [];
    const items = signal<readonly UtmPreset[]>([]);
    const change = (to: (all: readonly UtmPreset[]) => readonly UtmPreset[]): Promise<void> => {
      items.update(to);
      return Promise.resolve();
    };
    const presets = {
      items,
      ensureLoaded: () => undefined,
      keep: (preset: UtmPreset) => change((all) => [...all, preset]),
      drop: (name: string) => change((all) => all.filter((one) => one.name !== name)),
    };
    const t = (key: string, { name } = { name: '' }): string => [key, name].join(' ').trim();
    TestBed.configureTestingModule({
      providers: [
        keysForWords({ t }),
        { provide: Lookups, useValue: { campaigns: () => [] } },
        { provide: UtmPresets, useValue: presets },
        { provide: Problems, useValue: { toast: () => undefined } },
        { provide: Announcer, useValue: { announce: (text: string) => announced.push(text) } },
      ],
    });
    fixture = TestBed.createComponent(UtmBuilder, { inferTagName: true });
    const form = new FormModel({
      destinationUrl: '',
      campaignId: '',
      utmSource: 'fair',
      utmMedium: 'flyer',
      utmCampaign: '',
      utmTerm: '',
      utmContent: '',
    });
    fixture.componentRef.setInput('form', form);
    dialog.tabIndex = -1;
    dialog.setAttribute('role', 'dialog');
    dialog.setAttribute('aria-modal', 'true');
    dialog.append(fixture.nativeElement as HTMLElement);
    document.body.append(dialog);
    await fixture.whenStable();
  });
  afterEach(() => {
    dialog.remove();
    localStorage.clear();
  });

  it('keep the keyboard in their row when one is made and removed, and say so', async () => {
    await press('links.utm.keep');
    expect(document.activeElement?.textContent.trim()).toBe('fair / flyer');
    await press('ui.removeNamed fair / flyer');
    expect(document.activeElement?.textContent.trim()).toBe('Print');
    expect(announced).toEqual(['links.utm.kept fair / flyer', 'links.utm.dropped fair / flyer']);
  });
});
