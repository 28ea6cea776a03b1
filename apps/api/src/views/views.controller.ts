import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import type { SavedView, SavedViewList } from '@signpost/contracts';
import { CurrentMember, Requires, type Member } from '../platform/access/index.js';
import { Contract } from '../platform/openapi/index.js';
import { IdPipe } from '../platform/validation/index.js';
import { SavedViewDto, UpdateSavedViewDto } from './views.dto.js';
import { ViewsService } from './views.service.js';

const ViewId = () => Param('id', new IdPipe('view_not_found'));

/** Every member who may read links can save views; sharing one requires `links.manage`. */
@Controller('api/views')
export class ViewsController {
  constructor(private readonly views: ViewsService) {}

  @Get()
  @Requires('links.read')
  @Contract({ reply: 'SavedViewList' })
  list(@CurrentMember() member: Member): Promise<SavedViewList> {
    return this.views.list(member);
  }

  @Post()
  @Requires('links.read')
  @Contract({ body: 'SavedViewInput', reply: 'SavedView', status: 201 })
  create(@CurrentMember() member: Member, @Body() input: SavedViewDto): Promise<SavedView> {
    return this.views.create(member, input);
  }

  @Patch(':id')
  @Requires('links.read')
  @Contract({ body: 'UpdateSavedViewInput', reply: 'SavedView' })
  update(@CurrentMember() member: Member, @ViewId() id: string, @Body() input: UpdateSavedViewDto): Promise<SavedView> {
    return this.views.update(member, id, input);
  }

  @Delete(':id')
  @Requires('links.read')
  @Contract({ reply: 'Ok' })
  delete(@CurrentMember() member: Member, @ViewId() id: string): Promise<void> {
    return this.views.delete(member, id);
  }
}
