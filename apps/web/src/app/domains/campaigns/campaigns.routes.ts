import { Routes } from '@angular/router';

/** Screens of the campaigns domain. */
export const campaignRoutes: Routes = [
  { path: '', title: 'campaigns.title', loadComponent: () => import('./campaign-list').then((m) => m.CampaignList) },
  { path: ':id', title: 'campaigns.title', loadComponent: () => import('./campaign-page').then((m) => m.CampaignPage) },
];
