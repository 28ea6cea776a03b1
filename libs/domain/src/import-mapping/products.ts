import type { Meaning } from './targets.js';

/** A product whose exports are recognised by their columns. */
export interface Product {
  readonly name: string;
  /** Where the column names come from, and when they were checked. */
  readonly source: string;
  /** Column names, in plain form (see {@link plainName}), that must all be present to recognise the product. */
  readonly signature: readonly string[];
  readonly meanings: Readonly<Record<string, Meaning>>;
  /** Columns that are not imported, each with the reason. */
  readonly leftOut?: Readonly<Record<string, LeftOut>>;
}

/** Why a column is not imported. */
export type LeftOut =
  /** An internal id or key of the other product. */
  | 'internal'
  /** Who created or visited the link: Signpost does not store it. */
  | 'personal'
  /** The domain: imported links get this workspace's short domain. */
  | 'domain'
  /** Something that Signpost has no field for. */
  | 'no_field';

/**
 * A column's name in lower case without spaces and punctuation, so that `Long URL`, `longUrl` and `long_url` are equal.
 */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Products by the columns of their exports, the most specific first. */
export const PRODUCTS: readonly Product[] = [
  {
    name: 'Bitly',
    source: 'CSV export of the dashboard (Links → Export), 2026-08',
    signature: ['link', 'customlink', 'destinationurl'],
    meanings: {
      customlink: 'short_address',
      link: 'further_addresses',
      destinationurl: 'destination_url',
      datecreated: 'created_at',
      tags: 'tags',
      totalengagements: 'prior_clicks',
      archived: 'archived',
      title: 'title',
    },
  },
  {
    name: 'Bitly',
    source: 'fields of the v4 API (GET /groups/{id}/bitlinks) written as CSV, 2026-08',
    signature: ['link', 'custombitlinks', 'longurl'],
    meanings: {
      custombitlinks: 'further_addresses',
      link: 'short_address',
      longurl: 'destination_url',
      createdat: 'created_at',
      tags: 'tags',
      clicks: 'prior_clicks',
      archived: 'archived',
      title: 'title',
    },
    leftOut: { id: 'internal' },
  },
  {
    name: 'Bitly',
    source: 'older CSV export, 2023',
    signature: ['bitlink', 'longurl'],
    meanings: {
      bitlink: 'short_address',
      longurl: 'destination_url',
      title: 'title',
      tags: 'tags',
      created: 'created_at',
      clicks: 'prior_clicks',
    },
  },
  {
    name: 'Dub',
    source: 'CSV export of links (dub.co help, "Export links"), 2026-08',
    signature: ['shortlink', 'destinationurl'],
    meanings: {
      shortlink: 'short_address',
      destinationurl: 'destination_url',
      clicks: 'prior_clicks',
      createdat: 'created_at',
      title: 'title',
      description: 'notes',
      comments: 'notes',
      tags: 'tags',
      expiresat: 'expires_at',
      expiredurl: 'expiration_destination',
      archived: 'archived',
      password: 'password',
      ios: 'target_ios',
      iosdestination: 'target_ios',
      android: 'target_android',
      androiddestination: 'target_android',
      utmsource: 'utm_source',
      utmmedium: 'utm_medium',
      utmcampaign: 'utm_campaign',
      utmterm: 'utm_term',
      utmcontent: 'utm_content',
    },
    leftOut: {
      id: 'internal',
      domain: 'domain',
      leads: 'no_field',
      conversions: 'no_field',
      sales: 'no_field',
      updatedat: 'internal',
    },
  },
  {
    name: 'Dub',
    source: 'answer of its API (GET /links, dub.co/docs), 2026-11',
    signature: ['key', 'shortlink', 'url'],
    meanings: {
      key: 'short_address',
      shortlink: 'whole_address',
      url: 'destination_url',
      description: 'notes',
      comments: 'notes',
      ios: 'target_ios',
      android: 'target_android',
    },
    leftOut: {
      id: 'internal',
      domain: 'domain',
      externalid: 'internal',
      leads: 'no_field',
      sales: 'no_field',
      updatedat: 'internal',
      userid: 'personal',
      username: 'personal',
      qrcode: 'no_field',
    },
  },
  {
    name: 'Short.io',
    source: 'CSV export and import template (short.io help, "Export links"), 2026-08',
    signature: ['originalurl', 'path'],
    meanings: {
      originalurl: 'destination_url',
      path: 'short_address',
      title: 'title',
      tags: 'tags',
      createdat: 'created_at',
      expiresat: 'expires_at',
      expiredurl: 'expiration_destination',
      clickslimit: 'maximum_visits',
      password: 'password',
      androidurl: 'target_android',
      iphoneurl: 'target_ios',
      archived: 'archived',
      clicks: 'prior_clicks',
      totalclicks: 'prior_clicks',
    },
    leftOut: {
      folder: 'no_field',
      folderid: 'internal',
      id: 'internal',
      domain: 'domain',
      owner: 'personal',
      cloaking: 'no_field',
    },
  },
  {
    name: 'Rebrandly',
    source: 'CSV export of links (rebrandly.com support, "Export"), 2026-08',
    signature: ['slashtag', 'destination'],
    meanings: {
      slashtag: 'short_address',
      shorturl: 'whole_address',
      destination: 'destination_url',
      title: 'title',
      description: 'notes',
      tags: 'tags',
      createdat: 'created_at',
      clicks: 'prior_clicks',
    },
    leftOut: { id: 'internal', domainname: 'domain', favourite: 'no_field' },
  },
  {
    name: 'Kutt',
    source: 'GET /api/v2/links, as JSON or written as CSV (docs.kutt.to), 2026-08',
    signature: ['address', 'target', 'visitcount'],
    meanings: {
      address: 'short_address',
      link: 'whole_address',
      target: 'destination_url',
      description: 'title',
      banned: 'disabled',
      password: 'password',
      expirein: 'expires_at',
      visitcount: 'prior_clicks',
      createdat: 'created_at',
    },
    leftOut: { id: 'internal', updatedat: 'internal', domain: 'domain' },
  },
  {
    name: 'Shlink',
    source: 'CSV of shlink-web-client ("Export short URLs"), 2026-08',
    signature: ['shortcode', 'shorturl', 'longurl'],
    meanings: {
      shortcode: 'short_address',
      shorturl: 'whole_address',
      longurl: 'destination_url',
      title: 'title',
      tags: 'tags',
      createdat: 'created_at',
      visits: 'prior_clicks',
      visitscount: 'prior_clicks',
      validsince: 'starts_at',
      validuntil: 'expires_at',
      maxvisits: 'maximum_visits',
      // As its API nests them.
      datecreated: 'created_at',
      metavalidsince: 'starts_at',
      metavaliduntil: 'expires_at',
      metamaxvisits: 'maximum_visits',
      devicelongurlsios: 'target_ios',
      devicelongurlsandroid: 'target_android',
      devicelongurlsdesktop: 'target_desktop',
    },
    leftOut: { domain: 'domain' },
  },
  {
    name: 'Shlink',
    source: 'standard CSV of shlink-importer (shlink.io documentation, "Import short URLs"), 2026-08',
    signature: ['longurl', 'shortcode'],
    meanings: { shortcode: 'short_address', longurl: 'destination_url', title: 'title', tags: 'tags' },
    leftOut: { domain: 'domain' },
  },
  {
    name: 'YOURLS',
    source: 'table yourls_url (phpMyAdmin CSV), 2026-08',
    signature: ['keyword', 'url', 'timestamp'],
    meanings: {
      keyword: 'short_address',
      url: 'destination_url',
      title: 'title',
      timestamp: 'created_at',
      clicks: 'prior_clicks',
    },
    leftOut: { ip: 'personal' },
  },
  {
    name: 'YOURLS',
    source: 'CSV of the plugin "Import-Export", 2026-08',
    signature: ['source', 'target', 'hits'],
    meanings: { source: 'short_address', target: 'destination_url', hits: 'prior_clicks' },
  },
  {
    name: 'Sink',
    source: 'JSON export of its dashboard, 2026-08',
    signature: ['slug', 'url', 'updatedat'],
    meanings: {
      slug: 'short_address',
      url: 'destination_url',
      title: 'title',
      description: 'notes',
      comment: 'notes',
      tags: 'tags',
      createdat: 'created_at',
      expiration: 'expires_at',
      apple: 'target_ios',
      google: 'target_android',
      password: 'password',
    },
    leftOut: { id: 'internal', updatedat: 'internal', image: 'no_field' },
  },
  {
    name: 'TinyURL',
    source: 'CSV export of the dashboard, 2026-08',
    signature: ['tinyurl', 'longurl'],
    meanings: {
      alias: 'short_address',
      tinyurl: 'whole_address',
      longurl: 'destination_url',
      tags: 'tags',
      created: 'created_at',
      expires: 'expires_at',
      clicks: 'prior_clicks',
    },
    leftOut: { domain: 'domain' },
  },
  {
    name: 'tiny.cc',
    source: 'CSV export, 2026-08',
    signature: ['url', 'shorturl'],
    meanings: {
      shorturl: 'short_address',
      url: 'destination_url',
      longurl: 'destination_url',
      note: 'notes',
      tags: 'tags',
      hits: 'prior_clicks',
      totalclicks: 'prior_clicks',
      created: 'created_at',
      expires: 'expires_at',
    },
  },
  {
    name: 'T.LY',
    source: 'fields of its API and CSV export (t.ly/docs), 2026-08',
    signature: ['shorturl', 'longurl', 'shortid'],
    meanings: {
      shortid: 'short_address',
      shorturl: 'whole_address',
      longurl: 'destination_url',
      description: 'title',
      expireatdatetime: 'expires_at',
      expireatviews: 'maximum_visits',
      createdat: 'created_at',
      password: 'password',
      clicks: 'prior_clicks',
      tags: 'tags',
    },
    leftOut: { domain: 'domain', updatedat: 'internal', qrcodeurl: 'no_field' },
  },
  {
    name: 'Chhoto URL',
    source: 'CSV export of its dashboard, 2026-08',
    signature: ['shortlink', 'longlink'],
    meanings: {
      shortlink: 'short_address',
      longlink: 'destination_url',
      hits: 'prior_clicks',
      expirytime: 'expires_at',
      notes: 'notes',
    },
  },
];

/**
 * Column names that are recognised whatever the product, for unknown products and for columns that a known product has
 * added since: English, then German, French and Spanish. The most reliable names come first, since a file may have both
 * a code and a whole address.
 */
// prettier-ignore
export const GENERIC_NAMES: readonly (readonly [Meaning, ...string[]])[] = [
  ['short_address', 'slug', 'shortcode', 'keyword', 'slashtag', 'backhalf', 'custombackhalf', 'alias', 'path', 'key', 'shortid', 'shorturl',
    'shortlink', 'shortaddress', 'bitlink', 'tinyurl', 'short', 'link', 'kurzlink', 'kurzurl', 'kurzadresse', 'kürzel',
    'liencourt', 'urlcourte', 'enlacecorto', 'urlcorta'],
  ['further_addresses', 'aliases', 'keptpaths'],
  ['destination_url', 'destinationurl', 'destination', 'longurl', 'originalurl', 'targeturl', 'target', 'longlink', 'redirecturl', 'redirectto',
    'targetpage', 'url', 'ziel', 'zielurl', 'zieladresse', 'urldedestination', 'urllongue', 'cible', 'urldedestino', 'urllarga', 'destino'],
  ['title', 'name', 'linktitle', 'titel', 'bezeichnung', 'titre', 'título', 'nombre'],
  ['tags', 'tag', 'labels', 'schlagworte', 'schlagwörter', 'étiquettes', 'etiquetas'],
  ['notes', 'note', 'description', 'comments', 'comment', 'notizen', 'beschreibung', 'kommentar', 'remarques', 'notas', 'descripción'],
  ['starts_at', 'startsat', 'validsince', 'validfrom', 'startdate', 'startdatum', 'gültigab'],
  ['expires_at', 'expiresat', 'expires', 'validuntil', 'expiry', 'expirydate', 'expirationdate', 'expiration', 'ablaufdatum', 'gültigbis', 'dateexpiration', 'fechadecaducidad'],
  ['expiration_destination', 'expiredurl', 'expirationurl', 'expirationdestination'],
  ['scheduled_destination', 'scheduleddestination'],
  ['limit_destination', 'limitdestination'],
  ['maximum_visits', 'maximumvisits', 'maxvisits', 'clickslimit', 'clicklimit', 'maxclicks', 'visitlimit'],
  ['password', 'passwort', 'kennwort'],
  ['is_protected', 'isprotected', 'protected', 'haspassword', 'passwordprotected', 'ispasswordprotected', 'passwordprotection', 'passwortgeschützt'],
  ['archived', 'archiviert', 'archivé'],
  ['is_enabled', 'isenabled', 'enabled', 'active', 'aktiv'],
  ['disabled', 'isdisabled', 'banned', 'paused', 'deaktiviert'],
  ['prior_clicks', 'priorclicks', 'clicks', 'hits', 'visits', 'visitcount', 'klicks', 'aufrufe', 'clics'],
  ['created_at', 'createdat', 'created', 'createdon', 'datecreated', 'createddate', 'creationdate', 'erstellt', 'erstelltam', 'datecreation'],
  ['campaign', 'kampagne'], ['responsible'], ['review_at', 'reviewat'],
  ['utm_source', 'utmsource'], ['utm_medium', 'utmmedium', 'medium'], ['utm_campaign', 'utmcampaign'], ['utm_term', 'utmterm'], ['utm_content', 'utmcontent'],
];
