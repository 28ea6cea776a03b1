import { LocationStrategy } from '@angular/common';
import { provideHttpClient, withInterceptors } from '@angular/common/http';
import {
  ApplicationConfig,
  inject,
  isDevMode,
  provideAppInitializer,
  ɵSHARED_STYLES_HOST as SHARED_STYLES_HOST,
} from '@angular/core';
import {
  provideRouter,
  TitleStrategy,
  withComponentInputBinding,
  withInMemoryScrolling,
  withNavigationErrorHandler,
} from '@angular/router';
import { provideTransloco } from '@jsverse/transloco';
import { HeldLocation } from '@signpost/ui/start';
import { Words } from '@signpost/ui/words';
import { routes } from './app.routes';
import { AdoptedStyles } from './platform/adopted-styles';
import { connectionInterceptor } from './platform/requests/connection';
import { goneLinksInterceptor } from './platform/requests/gone-links';
import { I18n, LANGUAGES, startingLanguage } from './platform/words/i18n';
import { languageInterceptor } from './platform/requests/language-header';
import { nextTask } from './platform/next-task';
import { accountInterceptor, sessionInterceptor } from './platform/ended-session';
import { SessionStore } from './platform/session';
import { RouteTitles } from './platform/navigation/navigation';
import { toErrorPage } from './shell/error-page';

export const appConfig: ApplicationConfig = {
  providers: [
    { provide: SHARED_STYLES_HOST, useClass: AdoptedStyles },
    provideHttpClient(
      withInterceptors([
        languageInterceptor,
        accountInterceptor,
        sessionInterceptor,
        connectionInterceptor,
        goneLinksInterceptor,
      ]),
    ),
    provideRouter(
      routes,
      withComponentInputBinding(),
      withNavigationErrorHandler(toErrorPage),
      withInMemoryScrolling({ scrollPositionRestoration: 'enabled', anchorScrolling: 'enabled' }),
    ),
    { provide: LocationStrategy, useClass: HeldLocation },
    provideTransloco({
      config: {
        availableLangs: [...LANGUAGES],
        defaultLang: startingLanguage(),
        fallbackLang: 'en',
        reRenderOnLangChange: true,
        prodMode: !isDevMode(),
        missingHandler: { logMissingKey: isDevMode(), useFallbackTranslation: false },
      },
    }),
    { provide: Words, useExisting: I18n },
    // The one that pages name themselves with.
    { provide: TitleStrategy, useExisting: RouteTitles },
    // Words and session are fetched side by side: the first screen needs both.
    provideAppInitializer(() => {
      const i18n = inject(I18n);
      const session = inject(SessionStore);
      return Promise.all([i18n.start(), session.load()]).then(nextTask);
    }),
  ],
};
