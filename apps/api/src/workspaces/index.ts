export { WorkspaceViews } from './workspace-views.js';
export { WorkspacesModule } from './workspaces.module.js';
export { WorkspacesService } from './workspaces.service.js';
