import { Injectable } from '@angular/core';
import { Version } from '../../platform/requests/version';

/** Members or invitations may have changed, also by an undo after the table it was offered in has gone. */
@Injectable({ providedIn: 'root' })
export class PeopleVersion extends Version {}
