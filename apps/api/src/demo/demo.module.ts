import { Module } from '@nestjs/common';
import { CampaignsModule } from '../campaigns/index.js';
import { LinksModule } from '../links/index.js';
import { WorkspacesModule } from '../workspaces/index.js';
import { DemoContent } from './demo-content.js';
import { DemoController } from './demo.controller.js';
import { DemoRepository } from './demo.repository.js';
import { DemoService } from './demo.service.js';

@Module({
  imports: [CampaignsModule, LinksModule, WorkspacesModule],
  controllers: [DemoController],
  providers: [DemoService, DemoContent, DemoRepository],
  exports: [DemoService],
})
export class DemoModule {}
