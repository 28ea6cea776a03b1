import { Component } from '@angular/core';
import { Skeleton } from '@signpost/ui';

/**
 * The cards of a report before its numbers have loaded, each at its final size. Projected content takes the place of
 * the controls.
 */
@Component({
  selector: 'app-report-skeleton',
  imports: [Skeleton],
  template: `
    <ng-content />
    <div class="card">
      <div class="stats">
        @for (_ of four; track $index) {
          <div class="stat"><sp-skeleton [count]="2" /></div>
        }
      </div>
      <div class="chart"><sp-skeleton shape="block" [count]="1" /></div>
    </div>
    <div class="cards">
      @for (_ of four; track $index) {
        <div class="card breakdown"><sp-skeleton [count]="5" /></div>
      }
    </div>
  `,
  host: { 'aria-hidden': 'true' },
  styleUrls: ['./report.css', './report-skeleton.css'],
})
export class ReportSkeleton {
  protected readonly four = Array.from({ length: 4 });
}
