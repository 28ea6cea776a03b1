import { inject, Injectable } from '@angular/core';
import type { ImportInput, ImportPreview, ImportResult, ImportUndone } from '@signpost/contracts';
import { ApiClient } from '../../platform/requests/api-client';

/** The import routes. */
@Injectable({ providedIn: 'root' })
export class ImportApi {
  private readonly client = inject(ApiClient);

  /** Validates a CSV file without creating anything. */
  preview(file: File): Promise<ImportPreview> {
    const form = new FormData();
    form.append('file', file);
    return this.client.post<ImportPreview>('/api/links/import/preview', form);
  }

  /** Creates rows of a previewed file. A row that was created before returns `already_imported`. */
  run(input: ImportInput): Promise<ImportResult> {
    return this.client.post<ImportResult>('/api/links/import', input);
  }

  /** Undoes an import: removes links that have not been changed or visited since. */
  undo(importId: string): Promise<ImportUndone> {
    return this.client.post<ImportUndone>(`/api/links/import/${importId}/undo`);
  }
}
