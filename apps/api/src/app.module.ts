import { Module, type DynamicModule } from '@nestjs/common';
import { AnalyticsModule } from './analytics/index.js';
import { AuditModule } from './audit/index.js';
import { AuthModule } from './auth/index.js';
import { CampaignsModule } from './campaigns/index.js';
import { Clicks, ClicksModule } from './clicks/index.js';
import { DemoModule } from './demo/index.js';
import { DestinationsModule } from './destinations/index.js';
import { HealthModule } from './health/index.js';
import { InvitationsModule } from './invitations/index.js';
import { JobsModule } from './jobs/index.js';
import { MailModule } from './mails/index.js';
import { MembersModule } from './members/index.js';
import { MetricsModule } from './metrics/index.js';
import { OperatorModule } from './operator/index.js';
import { LinksModule } from './links/index.js';
import type { Config } from './platform/config/index.js';
import { LoggingModule } from './platform/logging/index.js';
import { PlatformModule } from './platform/platform.module.js';
import { RedirectModule } from './redirect/index.js';
import { SharesModule } from './shares/index.js';
import { TagsModule } from './tags/index.js';
import { ViewsModule } from './views/index.js';
import { UploadsModule } from './uploads/index.js';
import { VisitorModule } from './visitor/index.js';
import { WorkspacesModule } from './workspaces/index.js';

/** The whole application: the platform and one module per domain. */
@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        LoggingModule.with(config),
        PlatformModule.with(config),
        RedirectModule.with({ module: ClicksModule, provider: Clicks }),
        AnalyticsModule,
        AuditModule,
        AuthModule,
        DemoModule,
        DestinationsModule,
        HealthModule,
        InvitationsModule,
        JobsModule.with(config),
        MailModule,
        MembersModule,
        MetricsModule,
        OperatorModule,
        UploadsModule,
        VisitorModule,
        LinksModule,
        SharesModule,
        TagsModule,
        ViewsModule,
        CampaignsModule,
        WorkspacesModule,
      ],
    };
  }
}
