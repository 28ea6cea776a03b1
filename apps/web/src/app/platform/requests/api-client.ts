import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import { firstValueFrom } from 'rxjs';

/**
 * Requests of the API that are sent once. The promise resolves to the body of the response, and rejects with an error
 * that `toProblem` reads. Screens read what they show with `httpResource`, which also cancels what is not needed any
 * more.
 */
@Injectable({ providedIn: 'root' })
export class ApiClient {
  private readonly http = inject(HttpClient);

  get<T>(url: string, params: Readonly<Record<string, string | number>> = {}): Promise<T> {
    return firstValueFrom(this.http.get<T>(url, { params }));
  }

  /** @param headers of the request, besides the usual ones. */
  post<T>(url: string, body: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<T> {
    return firstValueFrom(this.http.post<T>(url, body, { headers }));
  }

  put<T>(url: string, body: object): Promise<T> {
    return firstValueFrom(this.http.put<T>(url, body));
  }

  patch<T>(url: string, body: object): Promise<T> {
    return firstValueFrom(this.http.patch<T>(url, body));
  }

  delete<T>(url: string): Promise<T> {
    return firstValueFrom(this.http.delete<T>(url));
  }
}
