import { Injectable } from '@angular/core';
import { Version } from '../../platform/requests/version';

/** Sessions may have ended by something else on the page: a new password ends the others. */
@Injectable({ providedIn: 'root' })
export class SessionsVersion extends Version {}
