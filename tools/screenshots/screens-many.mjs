// A server of many workspaces: its front page, choosing and making workspaces, an empty one, a demo.
import { answer, press } from './acts.mjs';

/** Somebody whose address is not verified, on the bare host. */
const UNVERIFIED = {
  user: {
    id: '00000000-0000-7000-8000-000000000001',
    email: 'new@northwind.example',
    verified: false,
    isOperator: false,
  },
  workspace: null,
  role: null,
  permissions: [],
};

/** On the bare host. */
export const MANY_SIGNED_OUT = [
  { name: 'front-page', path: '/', full: true },
  { name: 'register', path: '/register' },
  { name: 'register-sent', path: '/register', act: register },
];
export const MANY_SCREENS = [
  { name: 'workspaces', path: '/workspaces' },
  { name: 'workspace-create', path: '/workspaces/new' },
  { name: 'workspace-create-unverified', path: '/workspaces/new', before: answer('**/api/auth/session', UNVERIFIED) },
];

/** In a workspace where nothing is yet. */
export const EMPTY_SCREENS = [
  { name: 'empty-overview', path: '/' },
  { name: 'empty-links', path: '/links' },
  { name: 'empty-campaigns', path: '/campaigns' },
  { name: 'empty-tags', path: '/tags' },
  { name: 'empty-trash', path: '/links/trash' },
  // On a phone the others are in the menu of the bar.
  { name: 'workspace-switch', path: '/', act: press(/^Workspaces: you are in|^More$/) },
  { name: 'empty-settings', path: '/settings', full: true },
  { name: 'workspace-delete', path: '/settings', act: press('Delete workspace') },
];

/** In a demo workspace. */
export const DEMO_SCREENS = [
  { name: 'demo', path: '/' },
  { name: 'demo-leave', path: '/', act: press('Create an account') },
  { name: 'demo-people', path: '/members' },
  { name: 'demo-account', path: '/account' },
];

async function register(page) {
  await page.getByLabel('Email address').fill('new@northwind.example');
  await page.getByLabel('Password', { exact: true }).fill('violet tractor monsoon lamp');
  await page.getByText('Strong', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('app-resend-button button').click();
  await page.getByText('A new link is in').waitFor();
}
