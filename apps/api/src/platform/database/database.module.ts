import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../config/index.js';
import { apiPoolSize, HotPool } from './hot-pool.js';
import { PatientPool } from './patient-pool.js';
import { SchemaMigrationEntity } from './schema-migration.entity.js';
import { PreparingClient } from './prepared-statements.js';
import { DatabaseLivenessProbe } from './database-liveness-probe.js';

/** Milliseconds that a request waits for a connection before it fails because the database is unavailable or busy. */
const WAIT_MS = 3_000;

/** The API's TypeORM connection and the raw pool of the redirect path. Only migrations change the schema. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config],
      useFactory: (config: Config) => ({
        type: 'postgres' as const,
        url: config.databaseUrl ?? '',
        autoLoadEntities: true,
        synchronize: false,
        poolSize: apiPoolSize(config),
        applicationName: 'signpost',
        retryAttempts: 5,
        retryDelay: 1000,
        logging: false,
        driver: { Pool: PatientPool },
        extra: { Client: PreparingClient, waitMillis: WAIT_MS },
      }),
    }),
    TypeOrmModule.forFeature([SchemaMigrationEntity]),
  ],
  providers: [HotPool, DatabaseLivenessProbe],
  exports: [HotPool],
})
export class DatabaseModule {}
