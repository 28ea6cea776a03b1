import { HttpInterceptorFn } from '@angular/common/http';
import { inject } from '@angular/core';
import { I18n } from '../words/i18n';

/**
 * Sends the displayed language, which may differ from the browser's: emails are written in it. Not for read requests,
 * whose responses do not depend on it; the browser also matches preloaded responses by their request headers.
 */
export const languageInterceptor: HttpInterceptorFn = (request, next) =>
  next(
    request.method === 'GET' ? request : request.clone({ setHeaders: { 'Accept-Language': inject(I18n).language() } }),
  );
