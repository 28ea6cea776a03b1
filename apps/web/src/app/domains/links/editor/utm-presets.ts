import { HttpClient, httpResource } from '@angular/common/http';
import { computed, inject, Injectable, signal } from '@angular/core';
import type { UtmPreset, UtmPresetList } from '@signpost/contracts';
import { firstValueFrom } from 'rxjs';
import { Connection } from '../../../platform/requests/connection';
import { SessionStore } from '../../../platform/session';
import { readSetting, writeSetting } from '../../../platform/settings';

const URL = '/api/workspaces/utm-presets';

/** Named UTM values, shared by the workspace. Loaded on first use. */
@Injectable({ providedIn: 'root' })
export class UtmPresets {
  private readonly http = inject(HttpClient);
  private readonly connection = inject(Connection);
  private readonly session = inject(SessionStore);
  private readonly wanted = signal(false);
  private readonly resource = httpResource<UtmPresetList>(() => {
    this.connection.recovered();
    return this.wanted() && this.session.user() ? URL : undefined;
  });
  readonly items = computed<readonly UtmPreset[]>(() => (this.resource.hasValue() ? this.resource.value().items : []));

  /** Requests loading; first moves presets stored in this browser to the workspace. */
  async ensureLoaded(): Promise<void> {
    if (this.wanted()) return;
    await this.moveFromBrowser();
    this.wanted.set(true);
  }

  /** Adds a preset, or replaces the one with the same name. @throws the server's error, such as too many presets. */
  async keep(preset: UtmPreset): Promise<void> {
    await this.change((others) => [...others.filter(({ name }) => name !== preset.name), preset]);
  }

  async drop(name: string): Promise<void> {
    await this.change((all) => all.filter((preset) => preset.name !== name));
  }

  /** The list is sent as a whole: it is loaded directly before, so that presets added by others are kept. */
  private async change(to: (before: readonly UtmPreset[]) => readonly UtmPreset[]): Promise<void> {
    const { items } = await firstValueFrom(this.http.get<UtmPresetList>(URL));
    const answer = await firstValueFrom(this.http.put<UtmPresetList>(URL, { items: to(items) }));
    this.resource.set(answer);
  }

  /** Moves them once, as far as they are valid; refused presets stay in the browser. */
  private async moveFromBrowser(): Promise<void> {
    const mine = readBrowserPresets(readSetting('utm-presets'));
    if (mine.length === 0) return;
    try {
      await this.change((others) => [
        ...others,
        ...mine.filter(({ name }) => !others.some((one) => one.name === name)),
      ]);
      writeSetting('utm-presets', null);
    } catch {
      // The list is full, or the server is unavailable: the next attempt may succeed.
    }
  }
}

function readBrowserPresets(text: string | null): UtmPreset[] {
  if (text === null) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value)
      ? value.filter(isPreset).map(({ name, source, medium }) => ({ name, source, ...(medium ? { medium } : {}) }))
      : [];
  } catch {
    return [];
  }
}

function isPreset(value: unknown): value is { name: string; source: string; medium: string } {
  return typeof value === 'object' && value !== null && 'name' in value && 'source' in value && 'medium' in value;
}
