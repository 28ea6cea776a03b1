import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/access/index.js';
import { Clock } from '../../platform/time/index.js';
import { WorkspaceViews } from '../../workspaces/index.js';
import { selectLinks, type Selection } from './link-selection.js';
import type { LinkFilterDto } from './links-list.dto.js';

/** Resolves a member's filters at the current time. */
@Injectable()
export class LinkSelections {
  constructor(
    private readonly views: WorkspaceViews,
    private readonly clock: Clock,
  ) {}

  of({ workspaceId, userId, workspace }: Member, filter: LinkFilterDto): Selection {
    const shortOrigin = this.views.shortUrlBase(workspace.slug, null);
    return selectLinks({ workspaceId, userId, now: this.clock.date(), shortOrigin }, filter);
  }
}
