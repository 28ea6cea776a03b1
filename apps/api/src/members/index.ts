export { MembershipEntity } from './membership.entity.js';
export { MembersModule } from './members.module.js';
export { MembersRepository } from './members.repository.js';
