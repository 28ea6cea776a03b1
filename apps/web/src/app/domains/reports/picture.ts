import { inject } from '@angular/core';
import { type PictureFormat, type PictureText, savePicture } from '@signpost/ui/charts';
import { Problems } from '../../platform/requests/problem';

/** Texts of report pictures besides their figures. */
export interface ReportPictureText extends Omit<PictureText, 'title'> {
  /** Subject of the report: a short URL, a campaign, the workspace. */
  readonly subject: string;
}

/** A chart that can be drawn as an SVG file. */
interface Drawn {
  picture(text: PictureText): Promise<string>;
}

/**
 * Returns a function that saves charts of a report as files; errors are shown. Must be called in an injection context.
 */
export function pictureSaver(): (
  chart: Drawn,
  what: string,
  text: ReportPictureText,
  format: PictureFormat,
) => Promise<void> {
  const problems = inject(Problems);
  return async (chart, what, { subject, ...text }, format) => {
    try {
      const title = subject ? `${subject}: ${what}` : what;
      await savePicture(await chart.picture({ title, ...text }), fileName(title), format);
    } catch (error) {
      problems.toast(error);
    }
  };
}

/** Valid on every operating system: letters and digits of any script, dots and hyphens. */
function fileName(title: string): string {
  return title.replace(/[^\p{L}\p{N}.]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '');
}
