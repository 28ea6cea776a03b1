import { Injectable } from '@angular/core';
import { Version } from '../../platform/requests/version';

/** Incremented when members or invitations may have changed, also by an Undo after its table has disappeared. */
@Injectable({ providedIn: 'root' })
export class PeopleVersion extends Version {}
