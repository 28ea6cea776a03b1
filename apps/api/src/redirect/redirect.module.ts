import { Global, Module, type DynamicModule, type InjectionToken, type Type } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CLICK_RECORDER, RedirectEngine } from './redirect-engine.js';
import { DeadEnds } from './dead-ends.js';
import { RedirectInvalidator } from './memory/redirect-invalidator.js';
import { VisitorSaltEntity } from './visitor/visitor-salt.entity.js';

/** The redirect path. It depends on no other domain: the recorder of clicks is passed in. */
@Global()
@Module({})
export class RedirectModule {
  /** @param recorder provider of a `ClickRecorder`, exported by `module`. */
  static with(recorder: { module: Type; provider: InjectionToken }): DynamicModule {
    return {
      module: RedirectModule,
      imports: [recorder.module, TypeOrmModule.forFeature([VisitorSaltEntity])],
      providers: [
        { provide: CLICK_RECORDER, useExisting: recorder.provider },
        RedirectEngine,
        { provide: DeadEnds, useFactory: (engine: RedirectEngine) => engine.deadEnds, inject: [RedirectEngine] },
        RedirectInvalidator,
      ],
      exports: [CLICK_RECORDER, DeadEnds, RedirectEngine, RedirectInvalidator],
    };
  }
}
