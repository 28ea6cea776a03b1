import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessGuard } from './access/index.js';
import { Config } from './config/index.js';
import { DatabaseModule } from './database/index.js';
import { ErrorFilter } from './errors/index.js';
import { HostTargets, LargeBodies } from './http/index.js';
import { IdempotencyModule } from './idempotency/index.js';
import { RateLimits } from './limits/index.js';
import { SignalEntity, Signals, type DerivedSignal } from './signals/index.js';
import { StorageModule } from './storage/index.js';
import { Clock } from './time/index.js';
import { InputPipe, RejectUnexpectedBody } from './validation/index.js';
import { Version } from './version.js';

/** Everything that is independent of the product's domains: configuration, database, access, errors, limits, time. */
@Global()
@Module({})
export class PlatformModule {
  static with(config: Config): DynamicModule {
    return {
      module: PlatformModule,
      imports: [DatabaseModule, IdempotencyModule, TypeOrmModule.forFeature([SignalEntity]), StorageModule],
      providers: [
        { provide: Config, useValue: config },
        { provide: HostTargets, useFactory: () => new HostTargets(config) },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useClass: ErrorFilter },
        LargeBodies,
        { provide: APP_INTERCEPTOR, useExisting: LargeBodies },
        { provide: APP_INTERCEPTOR, useClass: RejectUnexpectedBody },
        { provide: APP_PIPE, useClass: InputPipe },
        Clock,
        {
          provide: RateLimits,
          inject: [Signals],
          useFactory: async (signals: Signals) => {
            const limits = await RateLimits.with(config);
            if (limits.hasServer) signals.derive('rate_limits', () => signalOf(limits));
            return limits;
          },
        },
        Signals,
        Version,
      ],
      exports: [Config, HostTargets, LargeBodies, Clock, RateLimits, Signals, Version, DatabaseModule],
    };
  }
}

/** Signal `rate_limits`. */
async function signalOf(limits: RateLimits): Promise<DerivedSignal> {
  if (await limits.isAnswered()) return { state: 'ok', detail: null, updatedAt: null };
  const detail = 'Redis does not answer. Until it does, each process counts its rate limits alone.';
  return { state: 'degraded', detail, updatedAt: null };
}
