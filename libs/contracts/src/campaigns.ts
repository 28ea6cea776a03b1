export interface Campaign {
  id: string;
  name: string;
  /** Value of `utm_campaign` of its links. */
  utmCampaign: string;
  /** Value of `utm_medium` of its links; null without one. */
  utmMedium: string | null;
  /** Number of links in the campaign. */
  linkCount: number;
  /** Lifetime clicks recorded for the campaign. */
  clickCount: number;
  createdAt: string;
  updatedAt: string;
}

export interface CampaignList {
  items: Campaign[];
}

export interface CreateCampaignInput {
  /** Name. */
  name: string;
  /** Value of `utm_campaign` of its links; no other campaign has it. */
  utmCampaign: string;
  /** Value of `utm_medium` of its links. */
  utmMedium?: string | null;
}

export interface UpdateCampaignInput {
  /** Name. */
  name?: string;
  /** Value of `utm_campaign` of its links; no other campaign has it. */
  utmCampaign?: string;
  /** Value of `utm_medium` of its links. */
  utmMedium?: string | null;
}
