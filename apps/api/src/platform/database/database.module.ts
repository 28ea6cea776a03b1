import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../config/index.js';
import { apiPoolSize, CONNECT_TIMEOUT_MS, HotPool } from './hot-pool.js';
import { SchemaMigrationEntity } from './schema-migration.entity.js';
import { PreparingClient } from './prepared-statements.js';
import { DatabaseLivenessProbe } from './database-liveness-probe.js';

/** The API's TypeORM connection and the raw pool of the redirect path. The schema is the migrations' alone. */
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
        connectTimeoutMS: CONNECT_TIMEOUT_MS,
        retryAttempts: 5,
        retryDelay: 1000,
        logging: false,
        extra: { Client: PreparingClient, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true },
      }),
    }),
    TypeOrmModule.forFeature([SchemaMigrationEntity]),
  ],
  providers: [HotPool, DatabaseLivenessProbe],
  exports: [HotPool],
})
export class DatabaseModule {}
