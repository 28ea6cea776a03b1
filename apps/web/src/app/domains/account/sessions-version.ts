import { Injectable } from '@angular/core';
import { Version } from '../../platform/requests/version';

/** Incremented when another action of the page may have ended sessions: a new password ends the others. */
@Injectable({ providedIn: 'root' })
export class SessionsVersion extends Version {}
