import { Component, computed, inject } from '@angular/core';
import { Section, Segmented } from '@signpost/ui';
import { I18n, LANGUAGE_NAMES, LANGUAGES } from '../../platform/words/i18n';
import { LazyLoader } from '../../platform/navigation/lazy-loader';
import { Theme } from '../../platform/theme';

/** Language and theme, stored in this browser. */
@Component({
  selector: 'app-appearance-section',
  imports: [Section, Segmented],
  template: `<sp-section
    id="appearance"
    [heading]="i18n.t('account.appearance.heading')"
    [text]="i18n.t('account.appearance.text')"
  >
    <div class="stack card-pad">
      <div class="line">
        <span>{{ i18n.t('shell.language') }}</span>
        <sp-segmented
          [label]="i18n.t('shell.language')"
          [options]="languages"
          [value]="i18n.language()"
          (valueChange)="setLanguage($event)"
        />
      </div>
      <div class="line">
        <span>{{ i18n.t('shell.theme.label') }}</span>
        <sp-segmented
          [label]="i18n.t('shell.theme.label')"
          [options]="themes()"
          [value]="theme.choice()"
          (valueChange)="setTheme($event)"
        />
      </div>
    </div>
  </sp-section>`,
  styles: `
    .line {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 8px 16px;
      flex-wrap: wrap;
    }
  `,
})
export class AppearanceSection {
  protected readonly i18n = inject(I18n);
  protected readonly theme = inject(Theme);
  private readonly loader = inject(LazyLoader);
  protected readonly languages = LANGUAGES.map((language) => ({
    value: language,
    label: LANGUAGE_NAMES[language],
    lang: language,
  }));
  protected readonly themes = computed(() =>
    (['system', 'light', 'dark'] as const).map((value) => ({ value, label: this.i18n.t(`shell.theme.${value}`) })),
  );

  protected setLanguage(value: string): void {
    const language = LANGUAGES.find((known) => known === value);
    if (language) void this.loader.switchLanguage(language);
  }

  protected setTheme(value: string): void {
    if (value === 'system' || value === 'light' || value === 'dark') this.theme.choice.set(value);
  }
}
