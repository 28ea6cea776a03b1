import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import type { Member as MemberView, MemberList, MemberOptions } from '@signpost/contracts';
import { CurrentMember, Requires, type Member } from '../platform/access/index.js';
import { Contract } from '../platform/openapi/index.js';
import { IdPipe } from '../platform/validation/index.js';
import { TransferOwnershipDto, UpdateMemberDto } from './members.dto.js';
import { MembersService } from './members.service.js';

@Controller('api/workspaces')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Get('members')
  @Requires('members.manage')
  @Contract({ reply: 'MemberList' })
  list(@CurrentMember() member: Member): Promise<MemberList> {
    return this.members.list(member);
  }

  @Get('members/options')
  @Requires('links.manage')
  @Contract({ reply: 'MemberOptions' })
  options(@CurrentMember() member: Member): Promise<MemberOptions> {
    return this.members.options(member);
  }

  @Patch('members/:id')
  @Requires('members.manage')
  @Contract({ body: 'UpdateMemberInput', reply: 'Member' })
  update(
    @CurrentMember() member: Member,
    @Param('id', new IdPipe('member_not_found')) userId: string,
    @Body() input: UpdateMemberDto,
  ): Promise<MemberView> {
    return this.members.update(member, userId, input);
  }

  @Delete('members/:id')
  @Requires('members.manage')
  @Contract({ reply: 'Ok' })
  remove(@CurrentMember() member: Member, @Param('id', new IdPipe('member_not_found')) userId: string): Promise<void> {
    return this.members.remove(member, userId);
  }

  @Post('transfer-ownership')
  @Requires('members.manage')
  @Contract({ body: 'TransferOwnershipInput', reply: 'Ok' })
  transferOwnership(@CurrentMember() member: Member, @Body() input: TransferOwnershipDto): Promise<void> {
    return this.members.transferOwnership(member, input.userId);
  }
}
