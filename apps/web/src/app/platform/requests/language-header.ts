import { HttpInterceptorFn } from '@angular/common/http';
import { inject } from '@angular/core';
import { I18n } from '../words/i18n';

/**
 * Tells the server the language on screen, which may be another one than the browser's: mails are written in it. Nothing
 * that is only read has to do with it, and the browser recognises what it has fetched ahead by the headers.
 */
export const languageInterceptor: HttpInterceptorFn = (request, next) =>
  next(
    request.method === 'GET' ? request : request.clone({ setHeaders: { 'Accept-Language': inject(I18n).language() } }),
  );
