import type { QrCodes } from '@signpost/contracts';
import { readableAddress } from '@signpost/domain';
import { drawOnPage, framed, framedHeight, pngOf, wordsOf } from './code-picture';
import { PdfPage, pdfOf } from './pdf';
import { LINE, layoutOf, PAPERS, type Paper } from './sheet-layout';
import { zipOf, type ZipEntry } from './zip';

type Code = QrCodes['items'][number];

/** Side of a PNG code in an archive, in pixels. */
const PNG_SIZE = 1024;

/** Label below each code of a sheet. */
export const LABELS = ['address', 'title', 'none'] as const;
export type Label = (typeof LABELS)[number];

export interface Sheet {
  readonly paper: Paper;
  /** Width of a code in millimetres. */
  readonly width: number;
  readonly label: Label;
}

/** Number of lines below each code. */
export function linesOf(label: Label): number {
  return { none: 0, address: 1, title: 2 }[label];
}

/** The codes as an archive, with one file per slug. */
export async function archiveOf(codes: readonly Code[], format: 'svg' | 'png', words: string): Promise<Blob> {
  const entries: ZipEntry[] = [];
  for (const { slug, svg } of codes) {
    const drawn = framed(svg, words, PNG_SIZE);
    const height = Math.round(PNG_SIZE * framedHeight(words));
    const blob = format === 'svg' ? new Blob([drawn]) : await pngOf(drawn, PNG_SIZE, height);
    entries.push({ name: `${slug}.${format}`, bytes: new Uint8Array(await blob.arrayBuffer()) });
  }
  return zipOf(entries);
}

/** The codes on printable pages, each with its label below. */
export async function sheetOf(codes: readonly Code[], words: string, sheet: Sheet, title: string): Promise<Blob> {
  const { width: paperWidth, height: paperHeight } = PAPERS[sheet.paper];
  const height = sheet.width * framedHeight(words);
  const layout = layoutOf(codes.length, sheet.paper, sheet.width, height, linesOf(sheet.label));
  const pages = Array.from({ length: layout.pages }, () => new PdfPage(paperWidth, paperHeight));
  for (const [index, code] of codes.entries()) {
    const { page: number, x, y } = layout.at(index);
    const page = pages[number];
    if (page === undefined) continue;
    await drawOnPage(page, code.svg, words, { x, y, width: sheet.width, height });
    for (const [line, text] of textsOf(code, sheet.label).entries()) {
      const place = { x, y: y + height + 1 + line * LINE, width: sheet.width, height: LINE - 0.5 };
      page.picture(wordsOf(text, place, { ink: '000000', ground: 'ffffff' }), place);
    }
  }
  return pdfOf(pages, title);
}

function textsOf({ title, shortUrl }: Code, label: Label): string[] {
  const address = readableAddress(shortUrl).replace(/^https?:\/\//, '');
  if (label === 'none') return [];
  return label === 'title' && title ? [title, address] : [address];
}
