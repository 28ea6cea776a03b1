export { MembershipEntity } from './membership.entity.js';
export { MembersModule } from './members.module.js';
export { MembersRepository, type MemberRecord } from './members.repository.js';
