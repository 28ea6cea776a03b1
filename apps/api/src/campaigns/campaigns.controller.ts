import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import type { Campaign, CampaignList } from '@signpost/contracts';
import { CountsAsLinkWrite } from '../links/index.js';
import { CurrentMember, Requires, type Member } from '../platform/access/index.js';
import { Contract } from '../platform/openapi/index.js';
import { IdPipe } from '../platform/validation/index.js';
import { CreateCampaignDto, UpdateCampaignDto } from './campaigns.dto.js';
import { CampaignsService } from './campaigns.service.js';

const CampaignId = () => Param('id', new IdPipe('campaign_not_found'));

@Controller('api/campaigns')
export class CampaignsController {
  constructor(private readonly campaigns: CampaignsService) {}

  @Get()
  @Requires('links.read')
  @Contract({ reply: 'CampaignList' })
  list(@CurrentMember() member: Member): Promise<CampaignList> {
    return this.campaigns.list(member);
  }

  @Post()
  @Requires('links.manage')
  @CountsAsLinkWrite()
  @Contract({ body: 'CreateCampaignInput', reply: 'Campaign', status: 201 })
  create(@CurrentMember() member: Member, @Body() input: CreateCampaignDto): Promise<Campaign> {
    return this.campaigns.create(member, input);
  }

  @Get(':id')
  @Requires('links.read')
  @Contract({ reply: 'Campaign' })
  get(@CurrentMember() member: Member, @CampaignId() id: string): Promise<Campaign> {
    return this.campaigns.get(member, id);
  }

  @Patch(':id')
  @Requires('links.manage')
  @CountsAsLinkWrite()
  @Contract({ body: 'UpdateCampaignInput', reply: 'Campaign' })
  update(
    @CurrentMember() member: Member,
    @CampaignId() id: string,
    @Body() input: UpdateCampaignDto,
  ): Promise<Campaign> {
    return this.campaigns.update(member, id, input);
  }

  @Delete(':id')
  @Requires('links.manage')
  @CountsAsLinkWrite()
  @Contract({ reply: 'Ok' })
  delete(@CurrentMember() member: Member, @CampaignId() id: string): Promise<void> {
    return this.campaigns.delete(member, id);
  }
}
