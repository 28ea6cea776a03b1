export { LinkColumnsService } from './link-columns.service.js';
export { UUID_V7 } from './link-history.repository.js';
export { insertLinks, type NewLink } from './link-inserter.js';
export { EMPTY_FIELDS, linkView, type LinkFields, type LinkRecord } from './link-record.js';
export { CountsAsLinkWrite } from './link-writes.guard.js';
export { LinksModule } from './links.module.js';
export { LinksRepository } from './links.repository.js';
export { LinksService } from './links.service.js';
export { TagName } from './tag-name.js';
