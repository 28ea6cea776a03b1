import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LinksModule } from '../links/index.js';
import { TagEntity } from './tag.entity.js';
import { TagsController } from './tags.controller.js';
import { TagsRepository } from './tags.repository.js';
import { TagsService } from './tags.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([TagEntity]), LinksModule],
  controllers: [TagsController],
  providers: [TagsRepository, TagsService],
})
export class TagsModule {}
