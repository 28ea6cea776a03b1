import { inject } from '@angular/core';
import { type PictureFormat, type PictureText, savePicture } from '@signpost/ui/charts';
import { Problems } from '../../platform/requests/problem';

/** What the pictures of a report say besides their figures. */
export interface ReportPictureText extends Omit<PictureText, 'title'> {
  /** Whose report it is: a short address, a campaign, the workspace. */
  readonly subject: string;
}

/** A chart that can be drawn as an SVG file. */
interface Drawn {
  picture(text: PictureText): Promise<string>;
}

/** Saves charts of a report as files; what goes wrong is told. To be called where things can be injected. */
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

/** For every system: letters and digits of any script, dots and hyphens. */
function fileName(title: string): string {
  return title.replace(/[^\p{L}\p{N}.]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '');
}
