import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { Config } from '../config/index.js';
import { FileStorage } from './file-storage.js';
import { ObjectStorage } from './object-storage.js';
import { S3Storage } from './s3-storage.js';

/** Global, because one domain stores logos and others read them. */
@Global()
@Module({
  providers: [
    {
      provide: ObjectStorage,
      inject: [Config],
      useFactory: (config: Config) =>
        config.s3 === null ? new FileStorage(join(config.dataDir, 'uploads')) : new S3Storage(config.s3),
    },
  ],
  exports: [ObjectStorage],
})
export class StorageModule {}
