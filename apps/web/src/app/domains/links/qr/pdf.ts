/** Points per millimetre: PDF measures in 1/72 inch. */
const POINTS = 72 / 25.4;

/** A picture for a page: rows of red, green and blue, one byte each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array<ArrayBuffer>;
}

/** A rectangle on a page in millimetres, from the top left corner of the page. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A page with drawings and pictures, in millimetres from its top left corner. */
export class PdfPage {
  readonly pictures: Pixels[] = [];
  private readonly commands: string[] = [];

  constructor(
    readonly width: number,
    readonly height: number,
  ) {}

  /**
   * Fills an SVG path by the even-odd rule.
   * @param path of `M`, `h`, `v`, `c` and `z`, as the server draws codes
   * @param side length of the side of `place` in units of the path
   * @param color `rrggbb`
   */
  path(path: string, side: number, color: string, place: Place): void {
    this.within(place, side, `${fillOf(color)} ${operatorsOf(path)} f*`);
  }

  /** @param color `rrggbb` */
  rectangle(color: string, place: Place): void {
    this.within(place, 1, `${fillOf(color)} 0 0 1 ${short(place.height / place.width)} re f`);
  }

  picture(pixels: Pixels, { x, y, width, height }: Place): void {
    this.pictures.push(pixels);
    const matrix = [width, 0, 0, height, x, this.height - y - height].map((value) => short(value * POINTS)).join(' ');
    this.commands.push(`q ${matrix} cm /P${this.pictures.length} Do Q`);
  }

  /** The drawing as PDF operators. */
  get content(): string {
    return this.commands.join('\n');
  }

  /** Sets the coordinates: `side` units across the width of the place, from its top left corner downwards. */
  private within({ x, y, width }: Place, side: number, drawing: string): void {
    const scale = (width * POINTS) / side;
    const matrix = [scale, 0, 0, -scale, x * POINTS, (this.height - y) * POINTS].map((value) => short(value)).join(' ');
    this.commands.push(`q ${matrix} cm ${drawing} Q`);
  }
}

/** A compressed PDF (1.4) of the pages. */
export async function pdfOf(pages: readonly PdfPage[], title: string): Promise<Blob> {
  const file = new PdfFile();
  const [catalog, tree, info] = [file.reserve(), file.reserve(), file.reserve()];
  const kids: number[] = [];
  for (const page of pages) {
    const names: string[] = [];
    for (const [index, { width, height, rgb }] of page.pictures.entries()) {
      const dictionary = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
      names.push(`/P${index + 1} ${await file.stream(dictionary, rgb)} 0 R`);
    }
    const content = await file.stream('', new TextEncoder().encode(page.content));
    const box = `[0 0 ${short(page.width * POINTS)} ${short(page.height * POINTS)}]`;
    const resources = `<< /XObject << ${names.join(' ')} >> >>`;
    const kid = file.reserve();
    file.write(
      kid,
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox ${box} /Resources ${resources} /Contents ${content} 0 R >>`,
    );
    kids.push(kid);
  }
  file.write(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
  file.write(tree, `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`);
  file.write(info, `<< /Title ${textOf(title)} /Producer (Signpost) >>`);
  return file.blob(catalog, info);
}

/** Writes objects one after the other, and a table of their offsets. */
class PdfFile {
  private readonly parts: Uint8Array<ArrayBuffer>[] = [];
  private readonly offsets: number[] = [];
  private length = 0;

  constructor() {
    this.append('%PDF-1.4\n');
  }

  reserve(): number {
    return this.offsets.push(0);
  }

  write(id: number, body: string): void {
    this.offsets[id - 1] = this.length;
    this.append(`${id} 0 obj\n${body}\nendobj\n`);
  }

  async stream(dictionary: string, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
    const id = this.reserve();
    const packed = await deflate(bytes);
    this.offsets[id - 1] = this.length;
    this.append(`${id} 0 obj\n<< ${dictionary} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`);
    this.append(packed);
    this.append('\nendstream\nendobj\n');
    return id;
  }

  blob(root: number, info: number): Blob {
    const start = this.length;
    const entries = this.offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    const size = this.offsets.length + 1;
    this.append(`xref\n0 ${size}\n0000000000 65535 f \n${entries}`);
    this.append(`trailer\n<< /Size ${size} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`);
    return new Blob(this.parts, { type: 'application/pdf' });
  }

  private append(part: string | Uint8Array<ArrayBuffer>): void {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part;
    this.parts.push(bytes);
    this.length += bytes.length;
  }
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** Converts a path to PDF operators, which have no relative coordinates. */
function operatorsOf(path: string): string {
  let [x, y] = [0, 0];
  const found: string[] = [];
  for (const [, command, rest = ''] of path.matchAll(/([Mhvcz])([^Mhvcz]*)/g)) {
    const values = [...rest.matchAll(/-?[\d.]+/g)].map(([value]) => Number(value));
    const [a = 0, b = 0] = values;
    if (command === 'z') found.push('h');
    else if (command === 'c') {
      const points = values.map((value, at) => short(value + (at % 2 === 0 ? x : y)));
      found.push(`${points.join(' ')} c`);
      x += values[4] ?? 0;
      y += values[5] ?? 0;
    } else {
      if (command === 'M') [x, y] = [a, b];
      else if (command === 'h') x += a;
      else y += a;
      found.push(`${short(x)} ${short(y)} ${command === 'M' ? 'm' : 'l'}`);
    }
  }
  return found.join(' ');
}

function fillOf(color: string): string {
  return `${[0, 2, 4].map((at) => short(parseInt(color.slice(at, at + 2), 16) / 255)).join(' ')} rg`;
}

/** A text in any script: UTF-16 with a byte order mark, in hexadecimal. */
function textOf(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'));
  return `<feff${units.join('')}>`;
}

function short(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
