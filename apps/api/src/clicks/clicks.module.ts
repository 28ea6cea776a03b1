import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import * as tables from './click-tables.entity.js';
import { Clicks } from './clicks.js';

@Module({ imports: [TypeOrmModule.forFeature(Object.values(tables))], providers: [Clicks], exports: [Clicks] })
export class ClicksModule {}
