import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import type { ImportInput, ImportPreview, ImportResult, ImportUndone } from '@signpost/contracts';
import { Observable } from 'rxjs';

/** The import routes. */
@Injectable({ providedIn: 'root' })
export class ImportApi {
  private readonly http = inject(HttpClient);

  /** Validates a CSV file without creating anything. */
  preview(file: File): Observable<ImportPreview> {
    const form = new FormData();
    form.append('file', file);
    return this.http.post<ImportPreview>('/api/links/import/preview', form);
  }

  /** Creates rows of a previewed file. A row that was created before returns `already_imported`. */
  run(input: ImportInput): Observable<ImportResult> {
    return this.http.post<ImportResult>('/api/links/import', input);
  }

  /** Undoes an import: removes links that have not been changed or visited since. */
  undo(importId: string): Observable<ImportUndone> {
    return this.http.post<ImportUndone>(`/api/links/import/${importId}/undo`, {});
  }
}
