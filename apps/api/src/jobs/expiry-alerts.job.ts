import { Injectable } from '@nestjs/common';
import { AlertsService } from '../alerts/index.js';
import { resultOf, type Job, type JobResult } from './job.js';

/** Sends alerts about expiries, visit caps and reviews. Its count is the number of alerts sent. */
@Injectable()
export class ExpiryAlertsJob implements Job {
  readonly name = 'expiry_alerts';
  readonly intervalMs = 15 * 60_000;
  readonly adviceOnFailure =
    'Alerts that could not be sent stay due and are tried again at the next run. Read lastError, and the mail signal if it names mail.';

  constructor(private readonly alerts: AlertsService) {}

  async run(): Promise<JobResult> {
    return resultOf('Alerts that could not be sent', await this.alerts.sendDue());
  }
}
