import { Module } from '@nestjs/common';
import { ClicksModule } from '../clicks/index.js';
import { DestinationsModule } from '../destinations/index.js';
import { HealthModule } from '../health/index.js';
import { OperatorModule } from '../operator/index.js';
import { Metrics } from './metrics.service.js';

@Module({
  imports: [ClicksModule, DestinationsModule, HealthModule, OperatorModule],
  providers: [Metrics],
  exports: [Metrics],
})
export class MetricsModule {}
