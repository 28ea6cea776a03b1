import { Global, Module } from '@nestjs/common';
import { AuditService } from './audit.service.js';

/** Global, because every domain that changes something records it. */
@Global()
@Module({ providers: [AuditService], exports: [AuditService] })
export class AuditModule {}
