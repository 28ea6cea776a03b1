export { WorkspaceEntity } from './workspace.entity.js';
export { WorkspaceViews } from './workspace-views.js';
export { WorkspacesModule } from './workspaces.module.js';
export { DEFAULT_DESTINATIONS, WorkspacesRepository } from './workspaces.repository.js';
export { WorkspacesService } from './workspaces.service.js';
