// A server of many workspaces: its front page, choosing and making workspaces, an empty one, a demo.
import { press } from './acts.mjs';

/** On the bare host. */
export const MANY_SIGNED_OUT = [
  { name: 'front-page', path: '/', full: true },
  { name: 'register', path: '/register' },
  { name: 'register-sent', path: '/register', act: register },
];
export const MANY_SCREENS = [
  { name: 'workspaces', path: '/workspaces' },
  { name: 'workspace-create', path: '/workspaces/new' },
];

/** In a workspace where nothing is yet. */
export const EMPTY_SCREENS = [
  { name: 'empty-overview', path: '/' },
  { name: 'empty-links', path: '/links' },
  { name: 'empty-campaigns', path: '/campaigns' },
  { name: 'empty-tags', path: '/tags' },
  { name: 'empty-trash', path: '/links/trash' },
  { name: 'empty-settings', path: '/settings', full: true },
  { name: 'workspace-delete', path: '/settings', act: press('Delete workspace') },
];

/** In a demo workspace. */
export const DEMO_SCREENS = [
  { name: 'demo', path: '/' },
  { name: 'demo-people', path: '/members' },
  { name: 'demo-account', path: '/account' },
];

async function register(page) {
  await page.getByLabel('Email address').fill('new@northwind.example');
  await page.getByLabel('Password', { exact: true }).fill('violet tractor monsoon lamp');
  await page.getByText('Strong', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('app-resend-button').waitFor();
}
