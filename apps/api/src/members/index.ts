export { LINK_RECIPIENT } from './link-recipient.sql.js';
export { MembershipEntity } from './membership.entity.js';
export { MembersModule } from './members.module.js';
export { MembersRepository } from './members.repository.js';
