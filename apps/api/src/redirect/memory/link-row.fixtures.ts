import type { LinkRow } from './cached-link.js';

/** The row of a link that has a destination and nothing else. */
export const PLAIN_ROW: LinkRow = {
  workspace_id: 'workspace',
  address: 'slug',
  id: 'link',
  destination_url: 'https://main.example/',
  is_quarantined: false,
  is_enabled: true,
  starts_at: null,
  expires_at: null,
  scheduled_destination: null,
  expiration_destination: null,
  limit_destination: null,
  maximum_visits: null,
  password_version: null,
  campaign_id: null,
  campaign_utm_campaign: null,
  campaign_utm_medium: null,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
  targeting: null,
};
