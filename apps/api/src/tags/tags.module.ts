import { Module } from '@nestjs/common';
import { LinksModule } from '../links/index.js';
import { TagsController } from './tags.controller.js';
import { TagsRepository } from './tags.repository.js';
import { TagsService } from './tags.service.js';

@Module({ imports: [LinksModule], controllers: [TagsController], providers: [TagsRepository, TagsService] })
export class TagsModule {}
