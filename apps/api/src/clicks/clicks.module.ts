import { Module } from '@nestjs/common';
import { Clicks } from './clicks.js';

@Module({ providers: [Clicks], exports: [Clicks] })
export class ClicksModule {}
