import { bootstrapApplication } from '@angular/platform-browser';
import { App } from './app/app';
import { appConfig } from './app/app.config';
import { nextTask } from './app/platform/next-task';

// Reading the scripts was work enough for one task.
nextTask()
  .then(() => bootstrapApplication(App, appConfig))
  .catch((error: unknown) => console.error(error));
