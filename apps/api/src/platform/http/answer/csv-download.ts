/** Characters that file systems do not allow in names, path separators, and the end of a quoted string. */
const UNUSABLE = /[\p{Cc}"*/:<>?\\|]+/gu;

/**
 * Media type and disposition of a CSV file for download. A name with characters beyond ASCII is given in two forms, as RFC 6266,
 * appendix D recommends.
 * @param name without `.csv`; may contain any characters.
 */
export function csvDownload(name: string): { readonly type: string; readonly disposition: string } {
  const file = `${name.replace(UNUSABLE, '-').toWellFormed()}.csv`;
  const plain = file.replace(/[^\x20-\x7e]/gu, '_');
  const full = encodeURIComponent(file).replace(/['()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  const disposition = `attachment; filename="${plain}"${plain === file ? '' : `; filename*=UTF-8''${full}`}`;
  return { type: 'text/csv; charset=utf-8', disposition };
}
