export { LinkEntity } from './record/link.entity.js';
export { insertLinks, type NewLink } from './crud/link-inserter.js';
export { EMPTY_FIELDS, type LinkFields } from './record/link-fields.js';
export { linkView, type LinkRecord } from './record/link-record.js';
export { CountsAsLinkWrite } from './link-writes.guard.js';
export { LinksModule } from './links.module.js';
export { LinksRepository } from './crud/links.repository.js';
export { LinksService } from './crud/links.service.js';
export { TagName } from './record/tag-name.js';
