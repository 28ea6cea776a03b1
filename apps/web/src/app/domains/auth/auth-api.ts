import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import type { LoggedIn, LoginInput, Registered, RegisterInput } from '@signpost/contracts';
import { Observable } from 'rxjs';

/** The account routes. */
@Injectable({ providedIn: 'root' })
export class AuthApi {
  private readonly http = inject(HttpClient);

  login(input: LoginInput): Observable<LoggedIn> {
    return this.http.post<LoggedIn>('/api/auth/login', input);
  }

  register(input: RegisterInput): Observable<Registered> {
    return this.http.post<Registered>('/api/auth/register', input);
  }
}
