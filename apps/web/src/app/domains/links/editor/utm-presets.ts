import { httpResource } from '@angular/common/http';
import { computed, inject, Injectable, signal } from '@angular/core';
import type { UtmPreset, UtmPresetList } from '@signpost/contracts';
import { ApiClient } from '../../../platform/requests/api-client';
import { Connection } from '../../../platform/requests/connection';
import { SessionStore } from '../../../platform/session';

const URL = '/api/workspaces/utm-presets';

/** Named UTM values, shared by the workspace. Loaded on first use. */
@Injectable({ providedIn: 'root' })
export class UtmPresets {
  private readonly client = inject(ApiClient);
  private readonly connection = inject(Connection);
  private readonly session = inject(SessionStore);
  private readonly wanted = signal(false);
  private readonly resource = httpResource<UtmPresetList>(() => {
    this.connection.recovered();
    return this.wanted() && this.session.user() ? URL : undefined;
  });
  readonly items = computed<readonly UtmPreset[]>(() => (this.resource.hasValue() ? this.resource.value().items : []));

  /** Requests loading; idempotent. */
  ensureLoaded(): void {
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
    const { items } = await this.client.get<UtmPresetList>(URL);
    const answer = await this.client.put<UtmPresetList>(URL, { items: to(items) });
    this.resource.set(answer);
  }
}
