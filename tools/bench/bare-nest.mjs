// The least that a Nest route costs: no guard, no pipe, no database. Prints its port.
import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

class Bare {
  list() {
    return { items: [], total: 0 };
  }
}
Get('api/bare')(Bare.prototype, 'list', Object.getOwnPropertyDescriptor(Bare.prototype, 'list'));
Controller()(Bare);
class BareModule {}
Module({ controllers: [Bare] })(BareModule);

const app = await NestFactory.create(BareModule, { logger: false });
await app.listen(0, '127.0.0.1');
process.stdout.write(`${app.getHttpServer().address().port}\n`);
